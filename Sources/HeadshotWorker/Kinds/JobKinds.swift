public import JobQueue

// The kinds of work that this program knows.

extension JobKind {
    /// A headshot of a photo, in one style.
    public static let headshot = JobKind(rawValue: "headshot")

    /// The facts and findings of a photo.
    public static let analysis = JobKind(rawValue: "analysis")

    /// Every kind that this program knows.
    public static let known: [JobKind] = [.headshot, .analysis] + words
}

/// An order as the queue stores it, without reading it.
public protocol JobPayload: Codable, Sendable, Equatable {}

extension JobPayload {
    /// Reads a payload; `nil` if it is of a version that this program does not know.
    public init?(payload: String) {
        guard let order = JSON.wholeValue(Self.self, from: payload) else { return nil }
        self = order
    }

    /// The payload as stored in the queue.
    public var payload: String { JSON.text(self) ?? "{}" }
}
