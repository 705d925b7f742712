internal import Foundation
public import Transfer

/// A service that runs models, asked over HTTP: one answer for each request.
///
/// A provider never sends a request twice and never throws: every end, down to a pulled cable, is an ``Answer``
/// that says what is known about the cost.
///
/// Owns a thread until it is shut down or deallocated. Each request has its own connection.
public struct ServiceProvider: Sendable {
    /// The provider's name, as in ``ProviderName``.
    public let name: String

    private let service: any Service
    private let transport: CurlTransport

    /// Google's Gemini, over its Developer API.
    ///
    /// Starts a thread; opens no connection yet.
    public static func gemini(
        _ configuration: ServiceConfiguration
    ) throws(GenerationError) -> ServiceProvider {
        try ServiceProvider(ProviderName.gemini, GeminiService(configuration: configuration))
    }

    /// OpenAI: pictures by its Image API, texts by its Responses API.
    ///
    /// Starts a thread; opens no connection yet.
    public static func openai(
        _ configuration: ServiceConfiguration
    ) throws(GenerationError) -> ServiceProvider {
        try ServiceProvider(ProviderName.openai, OpenAIService(configuration: configuration))
    }

    private init(_ name: String, _ service: any Service) throws(GenerationError) {
        guard let transport = CurlTransport() else { throw .transportUnavailable }
        self.name = name
        self.service = service
        self.transport = transport
    }

    /// Sends one request to a model and waits for the answer.
    ///
    /// Cancelling the task aborts the transfer at once; the answer still shows whether the request had been sent.
    ///
    /// - Parameters:
    ///   - request: What is sent, and what is requested.
    ///   - progress: Called in order, on a thread of the provider that also serves other transfers: it must
    ///   return quickly.
    public func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer {
        let exchange = await transport.carry(service.generation(request), progress: progress)
        return service.outcome(of: exchange.without(service.key), to: request.wants)
    }

    /// The models that the key can use; the request is free, so it also checks key and account, and is cancelled with its task.
    public func models() async -> ModelListing {
        var names: [String] = []
        var pageToken: String?
        // A service needs one page; the limit stops a faulty server from looping.
        for _ in 1...10 {
            let exchange = await transport.carry(
                service.listing(after: pageToken), progress: { _ in }
            ).without(service.key)
            guard exchange.status == 200, exchange.end == .complete else {
                return service.failedListing(exchange)
            }
            guard let page = JSONValue(exchange.body).flatMap(service.models) else {
                return service.foreignListing(exchange)
            }
            names += page.names
            pageToken = page.next
            if pageToken?.isEmpty ?? true { break }
        }
        return .models(names)
    }

    /// Aborts the running requests as if cancelled, and refuses further ones.
    public func shutDown() {
        transport.shutDown()
    }
}
