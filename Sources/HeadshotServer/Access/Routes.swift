import HTTPTypes
import Hummingbird

/// Registers routes, each with its access; no other code registers a route.
final class Routes {
    private(set) var declarations: [RouteDeclaration] = []
    private let router: Router<ServerContext>
    private let control: AccessControl

    init(_ router: Router<ServerContext>, _ control: AccessControl) {
        self.router = router
        self.control = control
    }

    /// Registers a route whose handler runs once the request meets the route's rules.
    func add<Given>(
        _ method: HTTPRequest.Method, _ path: String, _ access: RouteAccess<Given>,
        _ handler: @escaping @Sendable (Request, ServerContext, Given) async throws -> Response
    ) {
        declarations.append(RouteDeclaration(method: method, path: path, rules: access.rules))
        router.on(RouterPath(path), method: method) { [control] request, context in
            let (given, slot) = try await access.authorize(control, request, context)
            var response = try await handler(request.asking(on: context.channel), context, given)
            if let slot { response.body = response.body.holding(slot) }
            return response
        }
    }

    /// The same for a path without parameters.
    func add<Given>(
        _ method: HTTPRequest.Method, _ path: String, _ access: RouteAccess<Given>,
        _ handler: @escaping @Sendable (Request, Given) async throws -> Response
    ) {
        add(method, path, access) { request, _, given in try await handler(request, given) }
    }
}

struct RouteDeclaration: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let rules: AccessRules
}

extension ResponseBody {
    /// The body, which holds a slot until it is sent, if a client can delay that: a short one fits in what the system keeps
    /// for a connection.
    fileprivate consuming func holding(_ slot: FairSlot) -> ResponseBody {
        if let length = contentLength, length <= 65_536 {
            slot.leave()
            return self
        }
        let body = self
        return ResponseBody(contentLength: contentLength) { writer in
            defer { slot.leave() }
            try await body.write(writer)
        }
    }
}
