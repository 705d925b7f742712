package import HeadshotWorker
package import Logging

/// How a worker or a drain works.
extension Configuration {
    package static let concurrencies = 1...64
    package static let attempts = 1...10
    package static let defaultConcurrency = 4
    package static let defaultAttempts = WorkerSettings.standardAttempts

    /// How many jobs run at once.
    package func concurrency(_ typed: Int? = nil) throws(SetupError) -> Int {
        let range = Self.concurrencies
        let found = try setting(typed, .concurrency, range.words) {
            number($0, range)
        }
        return found ?? Self.defaultConcurrency
    }

    /// How often a job is tried when the provider fails.
    package func maxAttempts(_ typed: Int? = nil) throws(SetupError) -> Int {
        let range = Self.attempts
        let found = try setting(typed, .maxAttempts, range.words) {
            number($0, range)
        }
        return found ?? Self.defaultAttempts
    }

    /// The lowest level that is logged; `nil` for the command's default.
    package func logLevel(_ typed: Logger.Level? = nil) throws(SetupError) -> Logger.Level? {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        return try setting(
            typed, .logLevel, "one of \(levels)", Logger.Level.init(rawValue:))
    }

    /// When a drain claims no more jobs.
    package func stopRule(
        maxJobs: Int?, maxTime: TimeSpan?, waits: Bool
    ) throws(SetupError) -> StopRule {
        .whenDone(
            maxJobs: try setting(maxJobs, .maxJobs, "1 or more") { number($0, 1...) },
            maxTime: try setting(
                maxTime, .maxTime, "a time like 90s, 10m or 2h", TimeSpan.init(argument:)
            )?.duration, waits: waits)
    }
}

extension ClosedRange<Int> {
    /// Its bounds, as part of a sentence.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}
