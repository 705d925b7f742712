public import JobQueue

// The kinds of work that this program knows.

extension JobKind {
    /// A headshot of a photo, in one style.
    public static let headshot = JobKind(rawValue: "headshot")
}
