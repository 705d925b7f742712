/// A refusal that every further request would meet too, until a person changes something.
public struct Halt: Sendable, Equatable {
    /// What has to change.
    public enum Reason: Sendable, Equatable {
        /// The key is wrong, expired or blocked.
        case keyInvalid
        /// 401: the provider does not know who asks.
        case unauthenticated
        /// 403: the key may not do this.
        case permissionDenied
        /// The account cannot be served: its country, its billing.
        case failedPrecondition
        /// 404: the model is retired, or its name is wrong.
        case modelNotFound
        /// The model cannot do what is asked of it.
        case modelUnsuitable
        /// The provider finds a fault in the request itself, which all requests share.
        case requestNotUnderstood
        /// The account is limited for violations of the provider's policy. Arrives with a 200.
        case accountLimited
        /// 429 with a quota of zero: this model is not in the account's tier.
        case quotaIsZero
        /// 402, or a 429 that no waiting cures: credits, spending cap or payment are used up.
        case outOfCredit
        /// A refusal in a form that the provider never uses: something else answers at the address.
        case notTheService
        /// A status that this service never gives: most likely the base URL is not its own.
        case unexpectedStatus(Int)
        /// A proxy refuses the connection or the request.
        case proxyRefused
        /// The certificate of the service, or of a proxy in between, is not trusted.
        case certificateNotTrusted
        /// The address, or a setting of the proxy or of certificates, is one that never works.
        case unusableSetting
    }

    /// What has to change.
    public var reason: Reason
    /// The provider's words.
    public var message: ProviderMessage
    /// What came; present only where it came with a status of 200, and so is charged.
    public var paid: PaidBody?

    /// Creates a halt.
    public init(reason: Reason, message: ProviderMessage, paid: PaidBody? = nil) {
        self.reason = reason
        self.message = message
        self.paid = paid
    }
}
