internal import Transfer

/// What a status other than 200 means: the same for every service.
///
/// Only the service itself knows whether it worked on a request. So a failure is free, and the request is sent again, if
/// the service's own error body came with it, or if part of the request had certainly not left. A gateway's timeout or
/// failure proves nothing: the outcome is unknown.
///
/// Some statuses are free, whichever side sent them, because they say that the sender refused to handle the request: the
/// redirects, and the refusals that RFC 9110 and RFC 6585 define as such. A 429 is one of them: it limits the rate of
/// what its sender accepts. A gateway that passes a request on does so before or instead of answering 429.
///
/// A body with what was requested contradicts all of this: ``Service`` then takes the outcome for unknown.
enum RefusalTable {
    struct Row: Sendable {
        let statuses: [ClosedRange<Int>]
        let service: Meaning
        let other: Meaning

        init(_ statuses: ClosedRange<Int>..., service: Meaning, other: Meaning) {
            self.statuses = statuses
            self.service = service
            self.other = other
        }

        init(_ statuses: ClosedRange<Int>..., always meaning: Meaning) {
            self.statuses = statuses
            service = meaning
            other = meaning
        }
    }

    /// What to do about a status.
    enum Meaning: Equatable, Sendable {
        /// The error's subject decides; without one, the photo may or may not be the cause.
        case refusal
        /// If the error is about the account, the key or the model's name, that halts; anything else means the second.
        indirect case halting(or: Meaning)
        /// A person must change something.
        case halt(Halt.Reason)
        /// The service never sends this status, so a setting is wrong.
        case unexpected
        /// Something between here and the service refused the request.
        case intercepted
        /// The sender asks for a pause.
        case cooldown
        /// The service failed and says so; nothing was made.
        case failure
        /// Nothing is known, unless part of the request had not left; then it is a failure.
        case unknown(TransportFailure.Reason)
    }

    /// Every status of 300 or above is in exactly one row.
    static let rows: [Row] = [
        // "See Other" follows a request that was carried out: gateways of long requests answer with it.
        Row(303...303, always: .unknown(.gateway)),
        // "Network Authentication Required" is a network's that wants a login, and never a service's.
        Row(300...302, 304...399, 511...511, always: .intercepted),
        Row(400...400, 412...413, 416...417, 422...422, 428...428, always: .refusal),
        Row(
            401...401, service: .halting(or: .halt(.unauthenticated)),
            other: .halting(or: .intercepted)),
        Row(402...402, always: .halting(or: .halt(.outOfCredit))),
        Row(
            403...403, service: .halting(or: .halt(.permissionDenied)),
            other: .halting(or: .intercepted)),
        Row(404...404, service: .halting(or: .unexpected), other: .halting(or: .intercepted)),
        Row(407...407, always: .halt(.proxyRefused)),
        Row(
            405...406, 410...411, 414...415, 426...426, 431...431, 451...451, 494...498,
            service: .halting(or: .unexpected), other: .intercepted),
        Row(429...429, always: .halting(or: .cooldown)),
        // The service saw the request abandoned, and does not say whether it was charged.
        Row(499...499, always: .unknown(.abandoned)),
        Row(
            408...409, 421...421, 423...425, 449...449, 500...510, 512...999, service: .failure,
            other: .unknown(.gateway)),
        Row(
            418...420, 427...427, 430...430, 432...448, 450...450, 452...493, service: .refusal,
            other: .unknown(.gateway)),
    ]

    /// The meaning of a status.
    ///
    /// - Parameters:
    ///   - isOfService: Whether the provider's own service wrote the body.
    ///   - isWhole: Whether the whole request may have left.
    static func meaning(of status: Int, isOfService: Bool, isWhole: Bool) -> Meaning {
        let row = rows.first { $0.statuses.contains { $0.contains(status) } }
        // A status of four digits is not HTTP.
        guard let row else { return isWhole ? .unknown(.gateway) : .failure }
        let meaning = isOfService ? row.service : row.other
        if case .unknown = meaning, !isWhole { return .failure }
        return meaning
    }
}

extension ServiceError {
    func answer(to status: Int, isWhole: Bool) -> Answer {
        answer(
            RefusalTable.meaning(of: status, isOfService: isOfService, isWhole: isWhole), status)
    }

    private func answer(_ meaning: RefusalTable.Meaning, _ status: Int) -> Answer {
        switch meaning {
        case .refusal: subject.map(answer(about:)) ?? .refused(message)
        case .halting(let otherwise):
            if let subject, subject.haltsAnyRequest {
                answer(about: subject)
            } else {
                answer(otherwise, status)
            }
        case .halt(let reason): halt(reason)
        case .unexpected: halt(.unexpectedStatus(status))
        case .intercepted: .intercepted(status: status, message: message)
        case .cooldown:
            .cooldown(Cooldown(scope: quota, retryDelay: retryDelay, message: message))
        case .failure: .serverError(status: status, retryDelay: retryDelay, message: message)
        case .unknown(let reason):
            .outcomeUnknown(
                TransportFailure(reason: reason, message: "\(status): \(message.text)"))
        }
    }

    private func answer(about subject: Subject) -> Answer {
        switch subject {
        case .key: halt(.keyInvalid)
        case .account: halt(.failedPrecondition)
        case .location: halt(.locationNotSupported)
        case .credit: halt(.outOfCredit)
        case .zeroQuota: halt(.quotaIsZero)
        case .modelName: halt(.modelNotFound)
        case .model: halt(.modelUnsuitable)
        case .request: halt(.requestNotUnderstood)
        case .input: .invalidRequest(message)
        case .inputThisTime: .refused(message)
        }
    }

    private func halt(_ reason: Halt.Reason) -> Answer {
        .halt(Halt(reason: reason, message: message))
    }
}

extension ServiceError.Subject {
    /// Whether it halts requests also with a status that has a meaning without it.
    fileprivate var haltsAnyRequest: Bool {
        switch self {
        case .key, .account, .location, .credit, .zeroQuota, .modelName: true
        case .model, .request, .input, .inputThisTime: false
        }
    }
}
