import Hummingbird

/// Answers an unknown route with an error in the service's format, where the router would send an empty body.
struct NotServed: RouterMiddleware {
    typealias Context = EmulatorContext

    func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let error = ServiceError.notServed("\(request.method)", request.uri.path)
            return try await .sending(error.reply, on: context.channel)
        }
    }
}
