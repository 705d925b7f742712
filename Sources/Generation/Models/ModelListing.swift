/// The models that a key can use, from the provider's free list.
public enum ModelListing: Sendable, Equatable {
    /// The names of the models that generate content, in the provider's order.
    case models([String])
    /// The provider refuses the key or the account, or has no such list.
    case refused(Halt)
    /// The provider asks for a pause.
    case cooldown(Cooldown)
    /// The list cannot be read at the moment.
    case unavailable(Unavailability)
}
