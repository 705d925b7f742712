/// A refusal that applies to every further request, until a person changes something.
public struct Halt: Sendable, Equatable {
    /// What has to change.
    public enum Reason: Sendable, Equatable {
        /// The key is wrong, expired or blocked.
        case keyInvalid
        /// 401: the provider does not know the caller.
        case unauthenticated
        /// 403: the key may not do this.
        case permissionDenied
        /// The account cannot be served, because of its billing, for example.
        case failedPrecondition
        /// The provider does not serve the country that the request comes from.
        case locationNotSupported
        /// 404: the model is retired, or its name is wrong.
        case modelNotFound
        /// The model cannot do what is requested.
        case modelUnsuitable
        /// The provider finds a fault in the request's form, which all requests share.
        case requestNotUnderstood
        /// The account is limited for violating the provider's policy. Arrives with a 200.
        case accountLimited
        /// 429 with a quota of zero: the account's tier does not include this model.
        case quotaIsZero
        /// 402, or a 429 that waiting does not cure: credits, spending cap or payment are exhausted.
        case outOfCredit
        /// A status that this service never sends: most likely the base URL is wrong.
        case unexpectedStatus(Int)
        /// A proxy refuses the connection or the request.
        case proxyRefused
        /// The address, or a setting of the proxy or of certificates, can never work.
        case unusableSetting
    }

    /// What has to change.
    public var reason: Reason
    /// The provider's words.
    public var message: ProviderMessage
    /// The answer's body; present only if it came with status 200 and so is charged.
    public var paid: PaidBody?
}
