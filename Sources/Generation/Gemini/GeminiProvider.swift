internal import Foundation
public import Transfer

/// Google's Gemini, over its Developer API.
///
/// Owns a thread until it is shut down or deallocated. Each request has its own connection.
public struct GeminiProvider: ModelProvider {
    /// `gemini`.
    public let name = ProviderName.gemini

    private let configuration: GeminiConfiguration
    private let transport: CurlTransport

    /// Creates a provider and starts its thread; opens no connection yet.
    public init(configuration: GeminiConfiguration) throws(GenerationError) {
        try configuration.check()
        self.configuration = configuration
        guard let transport = CurlTransport() else { throw .transportUnavailable }
        self.transport = transport
    }

    /// Sends one request to a Gemini model and waits for the answer.
    ///
    /// `progress` is called on the provider's thread. Cancelling aborts the transfer at once.
    public func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer {
        let http = GeminiRequest(configuration: configuration).generation(request)
        let exchange = await transport.carry(http, progress: progress)
        return format.outcome(of: exchange.without(configuration.apiKey), to: request.wants)
    }

    /// The models that the key can use; the request is free, so it also checks key and account.
    public func models() async -> ModelListing {
        var names: [String] = []
        var pageToken: String?
        // The service needs one page; the limit stops a faulty server from looping.
        for _ in 1...10 {
            let http = GeminiRequest(configuration: configuration).listing(after: pageToken)
            let exchange = await transport.carry(http, progress: { _ in })
                .without(configuration.apiKey)
            guard exchange.status == 200, exchange.end == .complete else {
                return format.failedListing(exchange)
            }
            guard let page = JSONValue(exchange.body), case .object = page else {
                return format.foreignListing(exchange)
            }
            names += (page["models"]?.elements ?? []).compactMap(Self.usableName)
            pageToken = page["nextPageToken"]?.string
            if pageToken?.isEmpty ?? true { break }
        }
        return .models(names)
    }

    /// Aborts the running requests as if cancelled, and refuses further ones.
    public func shutDown() {
        transport.shutDown()
    }

    private var format: GeminiFormat { GeminiFormat(key: configuration.apiKey) }

    private static func usableName(_ model: JSONValue) -> String? {
        let methods = model["supportedGenerationMethods"]?.elements ?? []
        guard methods.contains(.string("generateContent")), let name = model["name"]?.string else {
            return nil
        }
        return name.hasPrefix("models/") ? String(name.dropFirst("models/".count)) : name
    }
}

/// Gemini's answers.
struct GeminiFormat: WireFormat {
    let key: APIKey

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        GeminiAnswer.read(exchange.body, to: wanted, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        GeminiErrorBody(exchange.body, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }
}
