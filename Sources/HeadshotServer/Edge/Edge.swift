import Foundation
import Ground
import HTTPTypes
import Hummingbird
import JobQueue
import Logging
import NIOCore
import Setup

/// Logs each request: never a person, a query or a file's name.
struct AccessLog: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // Clock: only for the log.
        let start = ContinuousClock.now
        let response = try await next(request, context)
        var metadata: Logger.Metadata = [
            "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
            "status": "\(response.status.code)",
            // Clock: as above.
            "ms": "\(Int(clamping: (ContinuousClock.now - start) / .milliseconds(1)))",
            "request": "\(context.requestID)",
        ]
        if let space = context.note.space { metadata["space"] = "\(space)" }
        logger.info("Answered.", metadata: metadata)
        return response
    }
}

/// Refuses sooner than workers do while the server of the queue is away: a client does not wait for minutes.
struct QueuePatience: RouterMiddleware {
    /// Shorter than clients, proxies and load balancers commonly wait.
    private static let longest: Duration = .seconds(8)

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try await CallPatience.$ofTask.withValue(Self.longest) { try await next(request, context) }
    }
}

/// Adds what keeps browsers from doing more with an answer than showing it.
struct SecurityHeaders: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers = Self.added(to: response.headers, requestID: context.requestID)
        return response
    }

    static func added(to headers: HTTPFields, requestID: String) -> HTTPFields {
        var headers = headers
        for (name, value) in fields where headers[name] == nil { headers[name] = value }
        if let name = HTTPField.Name("X-Request-Id") { headers[name] = requestID }
        return headers
    }

    private static let fields: [(HTTPField.Name, String)] =
        [
            (.xContentTypeOptions, "nosniff"), (.cacheControl, "no-store"),
            (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ]
        + [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

/// Refuses requests for other names, so that no page of a stranger's can reach the server through a browser here.
struct HostCheck: RouterMiddleware {
    /// The names in lower case, without ports.
    let names: Set<String>

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority.flatMap(Authority.init), names.contains(host.name)
        else { throw Refusal.misdirected }
        return try await next(request, context)
    }
}

/// Refuses requests that do not come from this machine or a proxy's address.
struct ProxyCheck: RouterMiddleware {
    let proxies: [AddressRange]

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard ClientAddress.isProxy(context.channel.remoteAddress, proxies) else {
            throw Refusal.notTheProxy
        }
        return try await next(request, context)
    }
}

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
