import HTTPTypes
import Hummingbird

/// Says which methods a path takes, if it takes others than the request's.
///
/// Added after all routes, it sees only the requests that none of them took.
struct MethodCheck: RouterMiddleware {
    private let routes: [(path: RouterPath, method: HTTPRequest.Method)]

    init(_ router: Router<ServerContext>) {
        routes = router.routes.map { ($0.path, $0.method) }
    }

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        let taking = routes.filter { Self.takes($0.path, path) }
        // A path that is spelled out hides one with a parameter in its place.
        let fewest = taking.map { Self.parameters(in: $0.path) }.min()
        let methods = Set(
            taking.filter { Self.parameters(in: $0.path) == fewest }.map(\.method.rawValue))
        guard !methods.isEmpty else { return try await next(request, context) }
        throw Refusal.methodNotAllowed(
            methods.union(methods.contains("GET") ? ["HEAD"] : []).sorted())
    }

    private static func takes(_ route: RouterPath, _ path: [Substring]) -> Bool {
        route.count == path.count
            && zip(route, path).allSatisfy { element, part in
                element.description == part || isParameter(element)
            }
    }

    private static func parameters(in route: RouterPath) -> Int { route.count(where: isParameter) }

    private static func isParameter(_ element: RouterPath.Element) -> Bool {
        element.description.hasPrefix("{")
    }
}
