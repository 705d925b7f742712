/// The models that a key can use, as the provider's free list tells.
public enum ModelListing: Sendable, Equatable {
    /// The names of the models that generate content, in the provider's order.
    case models([String])
    /// The provider refuses the key or the account.
    case refused(Halt)
    /// The list could not be had now; the sentence says why.
    case unavailable(String)
}
