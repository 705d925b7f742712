/// Why a gate is closed, as stored in the queue.
public enum GateReason: String, CaseIterable, Sendable {
    // Halts: nothing is sent until the user has changed something.

    /// The key is wrong, expired or blocked.
    case keyInvalid = "key_invalid"
    /// The provider does not accept the key as authentication.
    case unauthenticated
    /// The key may not do this.
    case permissionDenied = "permission_denied"
    /// The account cannot be served.
    case failedPrecondition = "failed_precondition"
    /// The provider does not serve the country that the requests come from.
    case locationNotSupported = "location_not_supported"
    /// The model is retired, or its name is wrong.
    case modelNotFound = "model_not_found"
    /// The model cannot do what is requested.
    case modelUnsuitable = "model_unsuitable"
    /// The provider rejects the form of the requests.
    case requestNotUnderstood = "request_not_understood"
    /// The key's list of models offers none that the program would choose.
    case noModelOffered = "no_model_offered"
    /// The model that the key offers costs more than a submitter's quote.
    case priceAboveQuote = "price_above_quote"
    /// The account is limited for breaches of the provider's policy.
    case accountLimited = "account_limited"
    /// The account has no quota for this model.
    case quotaIsZero = "quota_is_zero"
    /// The account's credits, spending cap or payment are used up.
    case outOfCredit = "out_of_credit"
    /// The service answered as the provider never does.
    case unexpectedStatus = "unexpected_status"
    /// A proxy refuses the connection or the request.
    case proxyRefused = "proxy_refused"
    /// The address, or a setting of the proxy or of certificates, can never work.
    case unusableSetting = "unusable_setting"

    // Cooldowns: the provider asked for a pause.

    /// The quota of a minute is used up.
    case quotaPerMinute = "quota_per_minute"
    /// The quota of the day is used up.
    case quotaPerDay = "quota_per_day"
    /// The provider asked for a pause and named no quota.
    case tooManyRequests = "too_many_requests"

    // Outages: the gate closed automatically, and a probe finds out when they end.

    /// The provider failed several times in a row.
    case serverErrors = "server_errors"
    /// The provider could not be reached.
    case unreachable
    /// Something that is not the provider's service answered: a network's login page, a proxy, another address.
    case notTheService = "not_the_service"
    /// The certificate of the service, of a proxy, or of a network's login page is not trusted.
    case certificateNotTrusted = "certificate_not_trusted"
    /// A certificate has expired or is not valid yet, by this machine's clock.
    case certificateOutOfDate = "certificate_out_of_date"
    /// Requests were sent and no answer came, several times in a row.
    case unknownOutcomes = "unknown_outcomes"
    /// Bodies with status 200 were not answers, several times in a row.
    case noAnswers = "no_answers"
    /// Several photos in a row were refused without a reason.
    case refusals
}

extension GateReason {
    /// Whether it stops only one model; all models share the account and the network.
    var isOfModel: Bool {
        switch self {
        case .modelNotFound, .modelUnsuitable, .requestNotUnderstood, .quotaIsZero, .quotaPerMinute,
            .quotaPerDay, .tooManyRequests, .serverErrors, .unknownOutcomes, .noAnswers, .refusals:
            true
        case .keyInvalid, .unauthenticated, .permissionDenied, .failedPrecondition,
            .locationNotSupported, .noModelOffered,
            .priceAboveQuote, .accountLimited, .outOfCredit, .notTheService, .unexpectedStatus,
            .proxyRefused, .certificateNotTrusted, .certificateOutOfDate, .unusableSetting,
            .unreachable:
            false
        }
    }
}
