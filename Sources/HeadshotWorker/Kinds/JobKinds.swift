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
