internal import Foundation

/// Reads an answer with a status other than 200: who has to do what about it.
///
/// Decided by the status and the error's details, never by its sentence.
struct GeminiRefusal {
    private let status: Int
    private let error: GeminiErrorBody
    /// The words of the refusal.
    var message: ProviderMessage { error.message }

    init(status: Int, body: Data, key: APIKey) {
        self.status = status
        error = GeminiErrorBody(body, key: key)
    }

    /// What the refusal means; every status of 300 or above means something.
    var answer: Answer {
        // A bad key is a 400 in one place and a 403 in another.
        if (400..<500).contains(status), error.namesBadKey { return halt(.keyInvalid) }
        switch status {
        case 401: return halt(.unauthenticated)
        case 403: return halt(.permissionDenied)
        case 404: return halt(.modelNotFound)
        case 429: return exhausted
        case 499:
            let text = "499: the request was abandoned. \(message.text)"
            return .outcomeUnknown(TransportFailure(reason: .abandoned, message: text))
        case 400 where error.namesFailedPrecondition: return halt(.failedPrecondition)
        case 400..<500: return .invalidRequest(message)
        case 500...: return .serverError(status: status, message: message)
        default: return halt(.unexpectedStatus(status))
        }
    }

    private var exhausted: Answer {
        let violations = error.violations
        if violations.contains(where: \.isQuotaOfNought) { return halt(.quotaIsZero) }
        return .cooldown(
            Cooldown(
                scope: violations.lazy.compactMap(\.scope).max { $0 == .perMinute && $1 == .perDay }
                    ?? .unspecified,
                retryDelay: error.retryDelay, message: message))
    }

    private func halt(_ reason: Halt.Reason) -> Answer {
        .halt(Halt(reason: reason, message: message))
    }
}
