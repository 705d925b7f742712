/// An error in the provider's own words: for people and for logs, never to decide by.
public struct ProviderMessage: Sendable, Equatable {
    /// The sentence, or what the body was if it held none; without the key, and at most
    /// ``longest`` characters.
    public var text: String
    /// The canonical name of the error, `INVALID_ARGUMENT` for one.
    public var status: String?
    /// The reason that the error's details name, `API_KEY_INVALID` for one.
    public var reason: String?

    /// In characters: enough for every sentence that a service was seen to send.
    static let longest = 2000

    /// Creates a message.
    public init(text: String, status: String? = nil, reason: String? = nil) {
        self.text = text
        self.status = status
        self.reason = reason
    }
}
