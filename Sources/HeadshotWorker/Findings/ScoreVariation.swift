/// What a score is changed by at random, as apps do that want people to come back; every response that has it names it, and it is never stored.
package enum ScoreVariation {
    /// Up to 0.2 either way.
    ///
    /// - Parameter chance: From 0 up to 1.
    package static func draw(_ chance: Double) -> Double { (2 * chance - 1) * most }

    /// A score with its variation: 1 to 10, with one decimal.
    package static func applied(_ score: Double, _ variation: Double?) -> Double {
        min(10, max(1, ((score + (variation ?? 0)) * 10).rounded() / 10))
    }

    private static let most = 0.2
}
