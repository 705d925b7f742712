import Ground

/// One rule over a photo's file or its pixels.
package protocol PhotoRule: Sendable {
    /// What it is called in findings and as a reason; stable and stored.
    static var name: String { get }
    /// What it asks of a photo, for a job whose findings are gone.
    static var requirement: String { get }
}

/// A rule that needs nothing but a picture's facts.
protocol JudgingRule: PhotoRule {
    /// What it says of a picture; nil where nothing is wrong.
    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding?
}
