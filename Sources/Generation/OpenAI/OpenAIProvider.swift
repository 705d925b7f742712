internal import Foundation
public import Transfer

/// OpenAI: pictures by its Image API, words by its Responses API.
///
/// Owns a thread until it is shut down or deallocated. Each request has its own connection.
public struct OpenAIProvider: ModelProvider {
    /// `openai`.
    public let name = ProviderName.openai

    private let configuration: OpenAIConfiguration
    private let transport: CurlTransport

    /// Creates a provider and starts its thread; opens no connection yet.
    public init(configuration: OpenAIConfiguration) throws(GenerationError) {
        try configuration.check()
        self.configuration = configuration
        guard let transport = CurlTransport() else { throw .transportUnavailable }
        self.transport = transport
    }

    /// Sends one request to a model and waits for the answer.
    ///
    /// `progress` is called on the provider's thread. Cancelling aborts the transfer at once.
    public func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer {
        let http = OpenAIRequest(configuration: configuration).generation(request)
        let exchange = await transport.carry(http, progress: progress)
        return format.outcome(of: exchange.without(configuration.apiKey), to: request.wants)
    }

    /// The models that the key can use; the request is free, so it also checks key and account.
    public func models() async -> ModelListing {
        let http = OpenAIRequest(configuration: configuration).listing
        let exchange = await transport.carry(http, progress: { _ in })
            .without(configuration.apiKey)
        guard exchange.status == 200, exchange.end == .complete else {
            return format.failedListing(exchange)
        }
        guard case .array(let models)? = JSONValue(exchange.body)?["data"] else {
            return format.foreignListing(exchange)
        }
        return .models(models.compactMap { $0["id"]?.string })
    }

    /// Aborts the running requests as if cancelled, and refuses further ones.
    public func shutDown() {
        transport.shutDown()
    }

    private var format: OpenAIFormat { OpenAIFormat(key: configuration.apiKey) }
}

/// OpenAI's answers.
struct OpenAIFormat: WireFormat {
    let key: APIKey

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        OpenAIAnswer.read(exchange.body, to: wanted, requestID: exchange.requestID, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        OpenAIErrorBody(exchange.body, requestID: exchange.requestID, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }
}
