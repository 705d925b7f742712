internal import Transfer

/// What the answers of one service mean: where services differ in reading an exchange.
protocol WireFormat: Sendable {
    /// The key, which nothing that is kept or told may repeat.
    var key: APIKey { get }

    /// Reads the body of an answer with status 200, however much of it arrived; every body results in an answer.
    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer

    /// Reads an answer with a status of 300 or above.
    func refusal(_ status: Int, _ exchange: HTTPExchange) -> Refusal
}

/// What an answer with another status than 200 means.
struct Refusal {
    /// What to do.
    let answer: Answer
    /// The service's words.
    let message: ProviderMessage
}

/// What was sent decides what is known of the cost; this is the same for every service.
extension WireFormat {
    /// The outcome of a request to a model.
    func outcome(of exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        guard let status = exchange.status else {
            let failure = failure(of: exchange)
            if exchange.requestMayHaveLeft { return .outcomeUnknown(failure) }
            return halt(for: failure).map(Answer.halt) ?? .notSent(failure)
        }
        guard (200..<300).contains(status) else { return refusal(status, exchange).answer }
        switch exchange.end {
        case .complete:
            return reading(exchange, to: wanted)
        case .tooLarge:
            return unreadable(
                .tooLarge, "more than \(RequestLimits.answerBytes / 1_048_576) MB", exchange)
        case .failed(let failure):
            // If the connection broke after the last brace, the answer is still complete.
            let answer = reading(exchange, to: wanted)
            guard case .unreadable = answer else { return answer }
            return unreadable(
                .incomplete, "the transfer broke off: \(key.redacted(from: failure.message))",
                exchange)
        }
    }

    /// The models, for an exchange that brought no list.
    func failedListing(_ exchange: HTTPExchange) -> ModelListing {
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

    private func unreadable(
        _ kind: UnreadableAnswer.Kind, _ detail: String, _ exchange: HTTPExchange
    ) -> Answer {
        let receipt = exchange.requestID.map { Receipt(requestID: $0) }
        return .unreadable(
            UnreadableAnswer(
                kind: kind, detail: detail, paid: PaidBody(exchange.body, receipt: receipt)))
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
                reason: failure.reason, message: key.redacted(from: failure.message))
        case .complete, .tooLarge:
            TransportFailure(reason: .other, message: "the answer has no status")
        }
    }
}
