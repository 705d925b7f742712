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
        try ServiceProvider(ProviderName.gemini, GeminiRequest(configuration: configuration))
    }

    /// OpenAI: pictures by its Image API, texts by its Responses API.
    ///
    /// Starts a thread; opens no connection yet.
    public static func openai(
        _ configuration: ServiceConfiguration
    ) throws(GenerationError) -> ServiceProvider {
        try ServiceProvider(ProviderName.openai, OpenAIRequest(configuration: configuration))
    }

    private init(_ name: String, _ service: any Service) throws(GenerationError) {
        try service.configuration.check()
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
        return service.format.outcome(
            of: exchange.without(service.configuration.apiKey), to: request.wants)
    }

    /// The models that the key can use; the request is free, so it also checks key and account.
    public func models() async -> ModelListing {
        var names: [String] = []
        var pageToken: String?
        // A service needs one page; the limit stops a faulty server from looping.
        for _ in 1...10 {
            let exchange = await transport.carry(
                service.listing(after: pageToken), progress: { _ in }
            ).without(service.configuration.apiKey)
            guard exchange.status == 200, exchange.end == .complete else {
                return service.format.failedListing(exchange)
            }
            guard let page = JSONValue(exchange.body).flatMap(service.models) else {
                return service.format.foreignListing(exchange)
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

/// How a service is asked, and how its responses are read.
protocol Service: Sendable {
    var configuration: ServiceConfiguration { get }

    /// How its answers are read.
    var format: any WireFormat { get }

    /// The request that generates something.
    func generation(_ request: ModelRequest) -> HTTPRequest

    /// The request that lists models, one page at a time; it is free.
    func listing(after pageToken: String?) -> HTTPRequest

    /// The models in a page of the list, and the next page, if there is one; nil for JSON in another format.
    func models(in page: JSONValue) -> (names: [String], next: String?)?
}
