import Hummingbird
import NIOCore

/// The route that describes all routes, as OpenAPI; it needs no token.
struct DocumentRoutes: Sendable {
    func add(to routes: Routes) {
        routes.add(.get, "/v1/openapi.json", .open) { _, _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }
}
