import ArgumentParser
import Logging

/// How jobs are done: shared by the worker and the drain.
struct WorkOptions: ParsableArguments {
    /// Jobs at once.
    @Option(
        help: ArgumentHelp(
            "How many jobs run at once; most of a job is waiting for the provider.",
            discussion: "Default: $HEADSHOT_CONCURRENCY, else \(WorkOptions.defaultConcurrency).",
            valueName: "number"))
    var concurrency: Int?

    /// Tries of one job.
    @Option(
        help: ArgumentHelp(
            "How often a job is tried when the provider fails with a server error.",
            discussion: "Default: $HEADSHOT_MAX_ATTEMPTS, else \(WorkOptions.defaultAttempts).",
            valueName: "number"))
    var maxAttempts: Int?

    /// The prompts.
    @Option(
        help: ArgumentHelp(
            "The folder of the prompts.",
            discussion: "Default: $HEADSHOT_PROMPTS, else those installed with the program.",
            valueName: "folder"))
    var prompts: String?

    /// The results.
    @Option(
        help: ArgumentHelp(
            "The folder for the headshots.",
            discussion: "Default: $HEADSHOT_RESULTS, else 'results' in the home.",
            valueName: "folder"))
    var results: String?

    /// The log.
    @Option(
        help: ArgumentHelp(
            "The least that is logged to standard error.",
            discussion:
                "Default: $HEADSHOT_LOG_LEVEL, else info for a worker, warning for a drain.",
            valueName: "level"))
    var logLevel: Logger.Level?

    static let concurrencies = 1...64
    static let attempts = 1...10
    static let defaultConcurrency = 4
    static let defaultAttempts = 1

    func validate() throws {
        if let concurrency, !Self.concurrencies.contains(concurrency) {
            throw ValidationError("--concurrency must be \(Self.concurrencies.words).")
        }
        if let maxAttempts, !Self.attempts.contains(maxAttempts) {
            throw ValidationError("--max-attempts must be \(Self.attempts.words).")
        }
    }
}
