import ArgumentParser
import Logging

/// How jobs are done: shared by the worker and the drain.
struct WorkOptions: ParsableArguments {
    /// Requests at once.
    @Option(
        help: ArgumentHelp(
            "How many requests are on their way at once.",
            valueName: "number"))
    var concurrency = 4

    /// Tries of one job.
    @Option(
        help: ArgumentHelp(
            "How often a job is tried when the provider fails with a server error.",
            valueName: "number"))
    var maxAttempts = 1

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
            "The folder for the headshots.", discussion: "Default: 'results' in the home.",
            valueName: "folder"))
    var results: String?

    /// The log.
    @Option(
        help: ArgumentHelp(
            "The least that is logged to standard error.",
            discussion: "Default: info for a worker, warning for a drain.", valueName: "level"))
    var logLevel: Logger.Level?

    func validate() throws {
        guard (1...64).contains(concurrency) else {
            throw ValidationError("--concurrency must be 1 to 64.")
        }
        guard (1...10).contains(maxAttempts) else {
            throw ValidationError("--max-attempts must be 1 to 10.")
        }
    }
}
