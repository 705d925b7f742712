internal import Foundation
public import Transfer

/// Google's Gemini, over its Developer API.
///
/// Owns a thread until it is shut down or deallocated. Each request that may cost money has its own connection;
/// requests for the list of models share one.
public struct GeminiProvider: ModelProvider {
    /// `gemini`.
    public let name = "gemini"
    /// The largest answer accepted, in bytes: several pictures of the largest kind fit.
    public static let answerLimit = 32 * 1024 * 1024

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
        return answer(to: request.wants, await transport.carry(http, progress: progress))
    }

    /// The models that the key can use; the request is free, so it also checks key and account.
    public func models() async -> ModelListing {
        var names: [String] = []
        var pageToken: String?
        // The service needs one page; the limit stops a faulty server from looping.
        for _ in 1...10 {
            let http = GeminiRequest(configuration: configuration).listing(after: pageToken)
            let exchange = await transport.carry(http, progress: { _ in })
            guard exchange.status == 200, exchange.end == .complete else {
                return failedListing(exchange)
            }
            guard let page = JSONValue(exchange.body), case .object = page else {
                return .unavailable("the list of models could not be read")
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

    private func answer(to wanted: Wanted, _ exchange: HTTPExchange) -> Answer {
        guard let status = exchange.status else {
            let failure = failure(of: exchange)
            if exchange.requestMayHaveLeft { return .outcomeUnknown(failure) }
            return halt(for: failure).map(Answer.halt) ?? .notSent(failure)
        }
        guard (200..<300).contains(status) else { return refusal(status, exchange).answer }
        let key = configuration.apiKey
        switch exchange.end {
        case .complete:
            return GeminiAnswer.read(exchange.body, to: wanted, key: key)
        case .tooLarge:
            return .unreadable(
                UnreadableAnswer(
                    kind: .tooLarge, detail: "more than \(Self.answerLimit / 1_048_576) MB",
                    paid: PaidBody(exchange.body, receipt: nil)))
        case .failed(let failure):
            // If the connection broke after the last brace, the answer is still complete.
            let answer = GeminiAnswer.read(exchange.body, to: wanted, key: key)
            guard case .unreadable = answer else { return answer }
            let detail = "the transfer broke off: \(key.redacted(from: failure.message))"
            return .unreadable(
                UnreadableAnswer(
                    kind: .incomplete, detail: detail, paid: PaidBody(exchange.body, receipt: nil)))
        }
    }

    private func refusal(_ status: Int, _ exchange: HTTPExchange) -> GeminiRefusal {
        GeminiRefusal(
            status: status, body: exchange.body, retryAfter: exchange.retryAfter,
            mayHaveArrived: exchange.requestMayBeWhole, key: configuration.apiKey)
    }

    /// The halt for a connection that fails until a setting is changed.
    private func halt(for failure: TransportFailure) -> Halt? {
        let reason: Halt.Reason
        switch failure.reason {
        case .certificate: reason = .certificateNotTrusted
        case .proxyRefused: reason = .proxyRefused
        case .setting: reason = .unusableSetting
        case .dns, .connect, .tls, .proxy, .connectionLost, .deadline, .cancelled, .abandoned,
            .gateway, .other:
            return nil
        }
        return Halt(reason: reason, message: ProviderMessage(text: failure.message))
    }

    private func failure(of exchange: HTTPExchange) -> TransportFailure {
        switch exchange.end {
        case .failed(let failure):
            TransportFailure(
                reason: failure.reason,
                message: configuration.apiKey.redacted(from: failure.message))
        case .complete, .tooLarge:
            TransportFailure(reason: .other, message: "the answer has no status")
        }
    }

    private func failedListing(_ exchange: HTTPExchange) -> ModelListing {
        guard let status = exchange.status, status != 200 else {
            let failure = failure(of: exchange)
            return halt(for: failure).map(ModelListing.refused) ?? .unavailable(failure.message)
        }
        let refusal = refusal(status, exchange)
        let unexpected = Halt(reason: .unexpectedStatus(status), message: refusal.message)
        switch refusal.answer {
        // This list depends on no model and no photo: such a refusal comes from another service, or the list is gone.
        case .halt(let halt) where halt.reason == .modelNotFound: return .refused(unexpected)
        case .invalidRequest, .refused: return .refused(unexpected)
        case .halt(let halt): return .refused(halt)
        case .cooldown(let cooldown): return .cooldown(cooldown)
        default: return .unavailable("status \(status): \(refusal.message.text)")
        }
    }

    private static func usableName(_ model: JSONValue) -> String? {
        let methods = model["supportedGenerationMethods"]?.elements ?? []
        guard methods.contains(.string("generateContent")), let name = model["name"]?.string else {
            return nil
        }
        return name.hasPrefix("models/") ? String(name.dropFirst("models/".count)) : name
    }
}
