/// Why a gate is closed: the codes that the queue keeps.
public enum GateReason: String, CaseIterable, Sendable {
    /// The key is wrong, expired or blocked.
    case keyInvalid = "key_invalid"
    /// The provider does not know who asks.
    case unauthenticated
    /// The key may not do this.
    case permissionDenied = "permission_denied"
    /// The account cannot be served.
    case failedPrecondition = "failed_precondition"
    /// The model is retired, or its name is wrong.
    case modelNotFound = "model_not_found"
    /// The key's list of models offers none that the program would choose.
    case noModelOffered = "no_model_offered"
    /// The model that the key offers costs more than a submitter was told.
    case priceAboveQuote = "price_above_quote"
    /// The account is limited for breaches of the provider's policy.
    case accountLimited = "account_limited"
    /// The account has no quota for this model.
    case quotaIsZero = "quota_is_zero"
    /// The service answered as the provider never does.
    case unexpectedStatus = "unexpected_status"
    /// The quota of a minute is used up.
    case quotaPerMinute = "quota_per_minute"
    /// The quota of the day is used up.
    case quotaPerDay = "quota_per_day"
    /// The provider asked for patience and gave no scope.
    case tooManyRequests = "too_many_requests"
    /// The provider failed several times in a row.
    case serverErrors = "server_errors"
    /// The provider could not be reached.
    case unreachable
}
