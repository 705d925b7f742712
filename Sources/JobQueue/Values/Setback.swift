import Foundation

/// How long a job waits after its worker or decoder was killed from outside.
enum Setback {
    /// The wait after so many deaths of the job's worker or decoder: a second, doubling to ten minutes.
    static func wait(after deaths: Int) -> TimeInterval {
        min(longest, first * exp2(Double(min(deaths, 16) - 1)))
    }

    /// The wait after a fault of the machine: due jobs go first, and one more try costs little.
    static let pause: TimeInterval = 1

    private static let first: TimeInterval = 1
    private static let longest: TimeInterval = 600
}
