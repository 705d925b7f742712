import Answers
import ArgumentParser
import HeadshotWorker
import Logging
import Setup

/// How jobs are done: shared by the worker and the drain.
struct WorkOptions: ParsableArguments {
    /// Requests at once.
    @Option(
        help: ArgumentHelp(
            "How many requests are on their way at once.",
            discussion: "Default: $HEADSHOT_CONCURRENCY, else \(Configuration.defaultConcurrency).",
            valueName: "number"))
    var concurrency: Int?

    /// Tries of one job.
    @Option(
        help: ArgumentHelp(
            "How often a job is tried when the provider fails with a server error.",
            discussion: "Default: $HEADSHOT_MAX_ATTEMPTS, else \(Configuration.defaultAttempts).",
            valueName: "number"))
    var maxAttempts: Int?

    /// The timeout of a request.
    @Option(
        help: ArgumentHelp(
            "How long a request may take in all, 1 to 60 seconds.",
            discussion: "Default: $HEADSHOT_REQUEST_TIMEOUT, else 60.", valueName: "seconds"))
    var requestTimeout: Int?

    /// The prompts.
    @Option(
        help: ArgumentHelp(
            "The folder of the prompts.",
            discussion: "Default: $HEADSHOT_PROMPTS, else those installed with the program.",
            valueName: "folder"), completion: .directory)
    var prompts: String?

    @OptionGroup var models: ModelOptions

    /// The results.
    @Option(
        help: ArgumentHelp(
            "The folder for the headshots.",
            discussion: "Default: $HEADSHOT_RESULTS, else 'results' in the home.",
            valueName: "folder"), completion: .directory)
    var results: String?

    @OptionGroup var isolation: IsolationOptions

    /// The log.
    @Option(
        help: ArgumentHelp(
            "The least that is logged to standard error.",
            discussion:
                "Default: $HEADSHOT_LOG_LEVEL, else info for a worker, warning for a drain.",
            valueName: "level"))
    var logLevel: Logger.Level?

    /// How it is logged.
    @Option(
        help: ArgumentHelp(
            "How an event is logged: text, json, or journal with the levels of systemd's journal.",
            discussion:
                "Default: $HEADSHOT_LOG_FORMAT, else journal where systemd reads it, else text.",
            valueName: "format"))
    var logFormat: LogFormat?

    func validate() throws {
        if let concurrency, !Configuration.concurrencies.contains(concurrency) {
            throw ValidationError("--concurrency must be \(Configuration.concurrencies.words).")
        }
        if let maxAttempts, !Configuration.attempts.contains(maxAttempts) {
            throw ValidationError("--max-attempts must be \(Configuration.attempts.words).")
        }
        guard requestTimeout.map(Configuration.requestSeconds.contains) ?? true else {
            throw ValidationError("--request-timeout must be 1 to 60.")
        }
    }
}
