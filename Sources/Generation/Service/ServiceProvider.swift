internal import Foundation
public import Transfer

/// A service whose models are asked over HTTP.
///
/// Owns a thread until it is shut down or deallocated. Each request has its own connection.
public struct ServiceProvider: ModelProvider {
    /// As in ``ProviderName``.
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
    /// `progress` is called on the provider's thread. Cancelling aborts the transfer at once.
    public func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer {
        let exchange = await transport.carry(service.generation(request), progress: progress)
        return service.outcome(of: exchange.without(service.key), to: request.wants)
    }

    /// The models that the key can use; the request is free, so it also checks key and account.
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
