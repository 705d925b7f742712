internal import Foundation
internal import Transfer

/// Reads an answer with a status other than 200: what to do, and who must do it.
///
/// Decided by the status and the error's details, and by its sentence where those are not enough.
struct GeminiRefusal {
    private let status: Int
    private let error: GeminiErrorBody
    private let retryDelay: Duration?
    /// Whether the whole request may have arrived, so that the service may have worked on it.
    private let mayHaveArrived: Bool
    private var message: ProviderMessage { error.message }
    /// What the refusal means, and its words.
    var refusal: Refusal { Refusal(answer: answer, message: message) }

    init(status: Int, body: Data, retryAfter: Duration?, mayHaveArrived: Bool, key: APIKey) {
        self.status = status
        self.mayHaveArrived = mayHaveArrived
        error = GeminiErrorBody(body, key: key)
        retryDelay = [error.retryDelay, retryAfter].compactMap { $0 }.max()
    }

    /// What the refusal means; every status of 300 or above has a meaning.
    private var answer: Answer {
        // A bad key is a 400 in some cases and a 403 in others.
        if (400..<500).contains(status), error.namesBadKey { return halt(.keyInvalid) }
        switch status {
        case 400: return badRequest
        case 401, 403, 404:
            guard error.isTheServices else { return halt(.notTheService) }
            return halt(
                status == 401
                    ? .unauthenticated : status == 403 ? .permissionDenied : .modelNotFound)
        case 402: return halt(.outOfCredit)
        case 407: return halt(.proxyRefused)
        // These pass with time, and say that the request was not processed.
        case 408, 409, 421, 423, 424, 425, 449: return serverError
        case 429: return exhausted
        // Neither another photo nor waiting changes these.
        case 405, 406, 410, 411, 414, 415, 426, 431, 451, 495...498:
            return halt(.unexpectedStatus(status))
        case 499: return mayHaveArrived ? unknown(.abandoned) : serverError
        case 400..<500: return .refused(message)
        // A gateway's error proves nothing about a request that may have reached the service.
        case 500...: return error.isTheServices || !mayHaveArrived ? serverError : unknown(.gateway)
        default: return halt(.unexpectedStatus(status))
        }
    }

    private var badRequest: Answer {
        if error.namesFailedPrecondition { return halt(.failedPrecondition) }
        switch ErrorSubject(of: message.text) {
        case .key: return halt(.keyInvalid)
        case .account: return halt(.failedPrecondition)
        case .model: return halt(.modelUnsuitable)
        case .request: return halt(.requestNotUnderstood)
        case .picture: return .invalidRequest(message)
        case nil: return .refused(message)
        }
    }

    private var exhausted: Answer {
        if error.quotas.contains(where: \.isZero) || ErrorSubject.isOfZeroQuota(message.text) {
            return halt(.quotaIsZero)
        }
        if ErrorSubject.isOfMoney(message.text) { return halt(.outOfCredit) }
        return .cooldown(
            Cooldown(
                scope: error.quotas.lazy.compactMap(\.scope)
                    .max { $0 == .perMinute && $1 == .perDay } ?? .unspecified,
                retryDelay: retryDelay, message: message))
    }

    private var serverError: Answer {
        .serverError(status: status, retryDelay: retryDelay, message: message)
    }

    private func unknown(_ reason: TransportFailure.Reason) -> Answer {
        .outcomeUnknown(TransportFailure(reason: reason, message: "\(status): \(message.text)"))
    }

    private func halt(_ reason: Halt.Reason) -> Answer {
        .halt(Halt(reason: reason, message: message))
    }
}
