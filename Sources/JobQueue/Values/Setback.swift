import Foundation

/// How far behind the others a job goes whose preparing was ended from outside.
enum Setback {
    /// How long a job waits after its worker, or its decoder, was ended so many times: a second, doubling to ten minutes.
    static func wait(after deaths: Int) -> TimeInterval {
        min(longest, first * exp2(Double(min(deaths, 16) - 1)))
    }

    /// How long a job waits over which the machine failed: jobs that are due go first, and one more try costs little.
    static let pause: TimeInterval = 1

    /// A job that so many workers died over is prepared alone: one that does kill its worker then harms no other.
    static let deathsUntilAlone = 3

    private static let first: TimeInterval = 1
    private static let longest: TimeInterval = 600
}
