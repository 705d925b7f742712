import HTTPTypes
import Hummingbird

/// Measures requests, as the framework does, but only those with usual methods: each new one would be kept for good.
struct MeasuredRequests: RouterMiddleware {
    private let measure = MetricsMiddleware<ServerContext>()

    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .options, .patch,
    ]

    @concurrent
    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard Self.methods.contains(request.method) else { return try await next(request, context) }
        return try await measure.handle(request, context: context, next: next)
    }
}
