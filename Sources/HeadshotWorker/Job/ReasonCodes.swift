package import Generation
package import JobQueue
import Transfer

// The stable codes of the reasons that the queue stores for jobs and gates.

extension EmptyAnswer.Kind {
    var failureReason: FailureReason {
        switch self {
        case .blockedPrompt: .blockedPrompt
        case .blockedAnswer: .blockedPicture
        case .noImage: .noImage
        case .textOnly: .textOnly
        case .empty: .emptyAnswer
        }
    }
}

extension Halt.Reason {
    /// The code of a halt's reason, as stored in the queue.
    package var gateReason: GateReason {
        switch self {
        case .keyInvalid: .keyInvalid
        case .unauthenticated: .unauthenticated
        case .permissionDenied: .permissionDenied
        case .failedPrecondition: .failedPrecondition
        case .locationNotSupported: .locationNotSupported
        case .modelNotFound: .modelNotFound
        case .modelUnsuitable: .modelUnsuitable
        case .requestNotUnderstood: .requestNotUnderstood
        case .accountLimited: .accountLimited
        case .quotaIsZero: .quotaIsZero
        case .outOfCredit: .outOfCredit
        case .unexpectedStatus: .unexpectedStatus
        case .proxyRefused: .proxyRefused
        case .unusableSetting: .unusableSetting
        }
    }
}

extension Unavailability.Reason {
    /// The code of the reason, as stored in the queue.
    package var gateReason: GateReason {
        switch self {
        case .unreachable: .unreachable
        case .certificateDate: .certificateOutOfDate
        case .certificateNotTrusted: .certificateNotTrusted
        case .otherService: .notTheService
        }
    }
}

extension Cooldown.Scope {
    var gateReason: GateReason {
        switch self {
        case .perMinute: .quotaPerMinute
        case .perDay: .quotaPerDay
        case .unspecified: .tooManyRequests
        }
    }
}

extension TransportFailure.Reason {
    var uncertaintyReason: UncertaintyReason {
        switch self {
        case .connectionLost: .connectionLost
        case .dns: .dns
        case .connect: .connect
        case .tls: .tls
        case .proxy: .proxy
        case .deadline: .deadline
        case .gateway: .gateway
        case .cancelled: .cancelled
        case .abandoned: .abandoned
        // All but the first end a connection before any request.
        case .other, .certificate, .certificateDate, .proxyRefused, .setting: .other
        }
    }
}
