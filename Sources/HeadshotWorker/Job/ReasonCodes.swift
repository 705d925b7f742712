package import Generation

// The stable codes under which the queue keeps why a job or a gate is as it is.

/// A paid answer that is no headshot; its bytes are in `answers/`.
let unreadableAnswer = "unreadable_answer"

extension NoPicture.Kind {
    var code: String {
        switch self {
        case .blockedPrompt: "blocked_prompt"
        case .blockedPicture: "blocked_picture"
        case .noImage: "no_image"
        case .textOnly: "text_only"
        case .empty: "empty_answer"
        }
    }
}

extension Halt.Reason {
    /// The code of a halt's reason, as the queue keeps it.
    package var code: String {
        switch self {
        case .keyInvalid: "key_invalid"
        case .unauthenticated: "unauthenticated"
        case .permissionDenied: "permission_denied"
        case .failedPrecondition: "failed_precondition"
        case .modelNotFound: "model_not_found"
        case .accountLimited: "account_limited"
        case .quotaIsZero: "quota_is_zero"
        case .unexpectedStatus: "unexpected_status"
        }
    }
}

extension Cooldown.Scope {
    var code: String {
        switch self {
        case .perMinute: "quota_per_minute"
        case .perDay: "quota_per_day"
        case .unspecified: "too_many_requests"
        }
    }
}

extension TransportFailure.Reason {
    var code: String {
        switch self {
        case .connectionLost: "connection_lost"
        case .dns, .connect, .tls, .proxy, .deadline, .cancelled, .abandoned, .other: rawValue
        }
    }
}
