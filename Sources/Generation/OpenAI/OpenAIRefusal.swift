internal import Foundation
internal import Transfer

/// Reads an answer with a status other than 200: what to do, and who must do it.
///
/// Decided by the status and the error's code, type and parameter; its sentence is only for people.
struct OpenAIRefusal {
    private let status: Int
    private let error: OpenAIErrorBody
    private let retryDelay: Duration?
    /// Whether the whole request may have arrived, so that the service may have worked on it.
    private let mayHaveArrived: Bool

    init(status: Int, _ exchange: HTTPExchange, key: APIKey) {
        self.status = status
        mayHaveArrived = exchange.requestMayBeWhole
        error = OpenAIErrorBody(exchange.body, requestID: exchange.requestID, key: key)
        retryDelay = exchange.retryAfter
    }

    /// What the refusal means, and its words.
    var refusal: Refusal { Refusal(answer: answer, message: error.message) }

    /// Every status of 300 or above has a meaning.
    private var answer: Answer {
        if (400..<500).contains(status), error.isOfMoney { return halt(.outOfCredit) }
        switch status {
        case 400: return badRequest
        case 401, 403, 404:
            guard error.isTheServices else { return halt(.notTheService) }
            return halt(lasting)
        case 402: return halt(.outOfCredit)
        case 407: return halt(.proxyRefused)
        case 429:
            return .cooldown(
                Cooldown(
                    scope: error.isOfMinutes ? .perMinute : .unspecified, retryDelay: retryDelay,
                    message: error.message))
        // Neither another photo nor waiting changes these.
        case 405, 406, 410, 411, 414, 415, 426, 431, 451, 495...498:
            return halt(.unexpectedStatus(status))
        // These pass with time. A gateway's error proves nothing about a request that may have reached the service.
        case 408, 409, 421, 423, 424, 425, 449, 499, 500...:
            if error.isTheServices || !mayHaveArrived { return serverError }
            return unknown(status == 499 ? .abandoned : .gateway)
        case 400..<500: return .refused(error.message)
        default: return halt(.unexpectedStatus(status))
        }
    }

    /// The reason of a 401, 403 or 404 of the service.
    private var lasting: Halt.Reason {
        switch (status, error.code) {
        case (_, "invalid_api_key"), (_, "account_deactivated"): .keyInvalid
        case (_, "model_not_found"): .modelNotFound
        case (_, "unsupported_country_region_territory"): .failedPrecondition
        case (401, _): .unauthenticated
        case (403, _): .permissionDenied
        // No model is named, so the address is wrong.
        default: .unexpectedStatus(status)
        }
    }

    private var badRequest: Answer {
        switch error.subject {
        case .input: .invalidRequest(error.message)
        case .model: halt(.modelUnsuitable)
        case .request: halt(.requestNotUnderstood)
        case .account: halt(.failedPrecondition)
        case nil: .refused(error.message)
        }
    }

    private var serverError: Answer {
        .serverError(status: status, retryDelay: retryDelay, message: error.message)
    }

    private func unknown(_ reason: TransportFailure.Reason) -> Answer {
        .outcomeUnknown(
            TransportFailure(reason: reason, message: "\(status): \(error.message.text)"))
    }

    private func halt(_ reason: Halt.Reason) -> Answer {
        .halt(Halt(reason: reason, message: error.message))
    }
}
