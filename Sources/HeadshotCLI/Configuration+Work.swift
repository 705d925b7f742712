import Answers
import HeadshotWorker
import Logging

/// How a worker or a drain works.
extension Configuration {
    /// How many jobs run at once.
    func concurrency(_ options: WorkOptions) throws(CommandError) -> Int {
        let range = WorkOptions.concurrencies
        let found = try setting(options.concurrency, .concurrency, range.words) {
            number($0, range)
        }
        return found ?? WorkOptions.defaultConcurrency
    }

    /// How often a job is tried when the provider fails.
    func maxAttempts(_ options: WorkOptions) throws(CommandError) -> Int {
        let range = WorkOptions.attempts
        let found = try setting(options.maxAttempts, .maxAttempts, range.words) {
            number($0, range)
        }
        return found ?? WorkOptions.defaultAttempts
    }

    /// The least that is logged; `nil` for the command's default.
    func logLevel(_ options: WorkOptions) throws(CommandError) -> Logger.Level? {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        return try setting(
            options.logLevel, .logLevel, "one of \(levels)", Logger.Level.init(rawValue:))
    }

    /// When a drain claims no more jobs.
    func stopRule(
        maxJobs: Int?, maxTime: TimeSpan?, waits: Bool
    ) throws(CommandError) -> StopRule {
        .whenDone(
            maxJobs: try setting(maxJobs, .maxJobs, "1 or more") { number($0, 1...) },
            maxTime: try setting(
                maxTime, .maxTime, "a time like 90s, 10m or 2h", TimeSpan.init(argument:)
            )?.duration, waits: waits)
    }
}

extension ClosedRange<Int> {
    /// Its ends, as part of a sentence.
    var words: String { "\(lowerBound) to \(upperBound)" }
}
