import Hummingbird
import NIOCore

/// The route that tells what all routes take and answer, as OpenAPI; it needs no token.
struct DocumentRoutes: Sendable {
    func add(to router: Router<ServerContext>) {
        router.get("v1/openapi.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }
}
