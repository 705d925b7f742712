internal import Foundation
internal import Transfer

/// How a service is asked, and how its responses are read: all in which services differ.
protocol Service: Sendable {
    var configuration: ServiceConfiguration { get }

    func generation(_ request: ModelRequest) -> HTTPRequest

    /// The request that lists models, one page at a time; it is free.
    func listing(after pageToken: String?) -> HTTPRequest

    /// The models in a page of the list, and the next page, if there is one; nil for JSON in another format.
    func models(in page: JSONValue) -> (names: [String], next: String?)?

    /// Reads the body of an answer with status 200, however much of it arrived; every body results in an answer.
    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer

    /// Reads the body of an answer with a status of 300 or above; what it means is in ``RefusalTable``.
    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError
}

extension Service {
    /// The key, which nothing that is stored or shown may repeat.
    var key: APIKey { configuration.apiKey }

    /// A request without a body to a path below the address of the service.
    ///
    /// - Parameter keyHeader: The header with the key.
    func request(_ path: String, _ keyHeader: String) -> HTTPRequest {
        HTTPRequest(
            url: "\(configuration.baseURL)/\(path)",
            headers: [keyHeader, "Accept: application/json"],
            body: nil, timeout: configuration.timeout, answerLimit: RequestLimits.answerBytes,
            // A proxy could read plain HTTP, and cannot reach this machine anyway.
            bypassesProxies: configuration.baseURL.isLoopback, isAlone: true)
    }
}

extension Data {
    mutating func append(_ text: String) { append(contentsOf: text.utf8) }

    /// Appends the base64 of a picture, in pieces, which need no second copy of it.
    mutating func append(base64Of bytes: Data) {
        reserveCapacity(count + (bytes.count + 2) / 3 * 4 + Self.roomForTheRest)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.pieceByteCount) {
            append(bytes[start...].prefix(Self.pieceByteCount).base64EncodedData())
        }
    }

    /// A multiple of three bytes, so that nothing is padded but the last piece.
    private static let pieceByteCount = 48_000
    /// For what follows a picture: no schema or prompt is longer.
    private static let roomForTheRest = 32_768

    /// Appends the parts of a request, with commas between.
    ///
    /// Bodies are built by hand: an encoder would escape every slash of a picture's base64, at ten times the time and twice the
    /// memory.
    mutating func append(_ parts: [Part], _ append: (Part, inout Data) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { self.append(",") }
            append(part, &self)
        }
    }
}

/// What was sent decides what is known of the cost; this is the same for every service.
extension Service {
    func outcome(of exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        guard let status = exchange.status else {
            var failure = failure(of: exchange)
            if exchange.requestMayHaveLeft {
                // A service that refuses a request early may close before the refusal is read; a person can decide by this.
                if !exchange.requestMayBeWhole {
                    failure.message += "; a part of the request was never sent"
                }
                return .outcomeUnknown(failure)
            }
            return halt(for: failure).map(Answer.halt) ?? .notSent(failure)
        }
        guard (200..<300).contains(status) else {
            let answer = error(status, exchange)
                .answer(to: status, isWhole: exchange.requestMayBeWhole)
            return contradicted(answer, status, exchange, wanted) ?? answer
        }
        switch exchange.end {
        case .complete:
            return taken(reading(exchange, to: wanted))
        case .tooLarge:
            return unreadable("more than \(RequestLimits.answerBytes / 1_048_576) MB", exchange)
        case .failed(let failure):
            // If the connection broke after the last brace, the answer is still complete.
            let answer = reading(exchange, to: wanted)
            guard case .unreadable = answer else { return answer }
            let cut = unreadable("\(UnreadableAnswer.brokenOff): \(failure.message)", exchange)
            return exchange.body.isEmpty ? cut : taken(cut)
        }
    }

    /// The answer, unless something else than the service wrote its body: then nothing says that it was charged.
    private func taken(_ answer: Answer) -> Answer {
        guard case .unreadable(let unreadable) = answer,
            UnknownBody.isForeign(unreadable.paid.bytes)
        else { return answer }
        return .foreign(detail: "200: \(unreadable.detail)", body: unreadable.paid)
    }

    /// The answer to a status of failure that came with what was requested; nil if it did not.
    ///
    /// A confused gateway may send one, under any status and with any error beside it. The outcome is unknown, whatever the error
    /// says, and the body may have been paid for.
    private func contradicted(
        _ answer: Answer, _ status: Int, _ exchange: HTTPExchange, _ wanted: Wanted
    ) -> Answer? {
        guard exchange.end != .tooLarge, case .made(let made) = reading(exchange, to: wanted)
        else { return nil }
        let what =
            switch made {
            case .picture: "the picture that was requested"
            case .words: "the words that were requested"
            }
        var reason = TransportFailure.Reason.gateway
        if case .outcomeUnknown(let failure, _) = answer { reason = failure.reason }
        return .outcomeUnknown(
            TransportFailure(reason: reason, message: "\(status), with \(what)"),
            body: PaidBody(exchange.body, receipt: made.receipt))
    }

    /// The models, for an exchange that brought no list.
    func failedListing(_ exchange: HTTPExchange) -> ModelListing {
        guard let status = exchange.status, status != 200 else {
            let failure = failure(of: exchange)
            return halt(for: failure).map(ModelListing.refused)
                ?? .unavailable(Unavailability(failure.reason, failure.message))
        }
        let error = error(status, exchange)
        let detail = "status \(status): \(error.message.text)"
        switch error.answer(to: status, isWhole: exchange.requestMayBeWhole) {
        case .intercepted: return .unavailable(Unavailability(.otherService, detail))
        case .halt(let halt) where halt.reason != .modelNotFound: return .refused(halt)
        case .cooldown(let cooldown): return .cooldown(cooldown)
        // The list depends on no model and no photo, so the address is wrong, or there is no list.
        case .invalidRequest, .refused, .halt:
            guard error.isOfService else {
                return .unavailable(Unavailability(.otherService, detail))
            }
            return .refused(Halt(reason: .unexpectedStatus(status), message: error.message))
        // The request for the list is free, whatever became of it.
        case .serverError, .outcomeUnknown, .notSent, .made, .nothing, .unreadable, .foreign:
            return .unavailable(Unavailability(.unreachable, detail))
        }
    }

    /// The models, for a list in another format than the service's, such as a network's login page.
    func foreignListing(_ exchange: HTTPExchange) -> ModelListing {
        .unavailable(
            Unavailability(
                .otherService, UnknownBody.description(of: exchange.body, key: key)))
    }

    private func unreadable(_ detail: String, _ exchange: HTTPExchange) -> Answer {
        let receipt = exchange.requestID.map { Receipt(requestID: $0) }
        return .unreadable(
            UnreadableAnswer(detail: detail, paid: PaidBody(exchange.body, receipt: receipt)))
    }

    /// The halt for a connection that fails until a person changes a setting of this machine.
    private func halt(for failure: TransportFailure) -> Halt? {
        let reason: Halt.Reason
        switch failure.reason {
        case .proxyRefused: reason = .proxyRefused
        case .setting: reason = .unusableSetting
        // These pass, or are seen in the gate's state; trying again is free.
        case .dns, .connect, .tls, .certificate, .certificateDate, .proxy, .connectionLost,
            .deadline, .cancelled, .abandoned, .gateway, .other:
            return nil
        }
        return Halt(reason: reason, message: ProviderMessage(text: failure.message))
    }

    private func failure(of exchange: HTTPExchange) -> TransportFailure {
        switch exchange.end {
        case .failed(let failure):
            failure
        case .complete, .tooLarge:
            TransportFailure(reason: .other, message: "the answer has no status")
        }
    }
}
