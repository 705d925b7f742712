/// A limit of free work that was reached; nothing was written.
public struct LimitReached: Sendable, Equatable {
    /// The name of the limit.
    package let limit: String
    /// Its value.
    public let most: Int
    /// Seconds until there is room again; `nil` if that depends on what is removed.
    public let retryAfter: Int?

    package init(limit: String, most: Int, retryAfter: Int?) {
        self.limit = limit
        self.most = most
        self.retryAfter = retryAfter
    }
}
