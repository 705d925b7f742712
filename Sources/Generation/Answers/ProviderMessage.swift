/// An error in the provider's own words, for people and logs; no decision depends on it.
public struct ProviderMessage: Sendable, Equatable {
    /// The sentence, or a description of a body that had none; without the key, at most ``longest`` characters.
    public var text: String
    /// The canonical name of the error, such as `INVALID_ARGUMENT`.
    public var status: String?
    /// The reason that the error's details name, such as `API_KEY_INVALID`.
    public var reason: String?

    /// In characters: enough for every sentence seen from a service.
    static let longest = 2000
}
