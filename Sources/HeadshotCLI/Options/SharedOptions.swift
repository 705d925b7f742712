import Answers
import ArgumentParser
import Foundation
import Generation
import Ground
import HeadshotWorker
import Isolation
import JobQueue
import Logging
import Setup

/// Where settings are found: shared by every command that has some.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of settings: lines of NAME=value, with the names of the variables.",
            discussion: """
                Default: $HEADSHOT_CONFIG, else ~/.config/headshot/headshot.conf, else /etc/headshot/headshot.conf for \
                its own service.
                """, valueName: "file"), completion: .file())
    var config: String?

    /// The settings; all of the file are checked.
    func configuration() throws -> Configuration {
        let configuration = try Configuration(file: config)
        if let file = configuration.environment.file { try file.check() }
        return configuration
    }
}

/// Where the queue is: shared by every command that opens it.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the queue, its photos and its results.", "folder",
            default: "$HEADSHOT_HOME, else $XDG_DATA_HOME/headshot"), completion: .directory)
    var home: String?

    @OptionGroup var settings: SettingsOptions
}

/// How a command answers.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Answer as JSON, for programs.")
    var json = false
}

/// The folder of the models: shared by every command that analyzes faces.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the models that measure faces and cut people out, or '\(Models.none)' to do without.",
            "folder", default: "$HEADSHOT_MODELS, else those installed with the program"),
        completion: .directory)
    var models: String?
}

/// The folder of the prompts: shared by every command that reads them.
struct PromptsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the prompts.", "folder",
            default: "$HEADSHOT_PROMPTS, else those installed with the program"),
        completion: .directory)
    var prompts: String?
}

/// Where headshots are looked for.
struct ResultsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder in which to look for headshots.", "folder",
            default: "$HEADSHOT_RESULTS, else 'results' in the home"), completion: .directory)
    var results: String?
}

/// The required fences of decoders: shared by every command that decodes.
struct IsolationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whether photos are decoded only behind all fences (required), or as many as the kernel has (best).",
            "level", default: "$HEADSHOT_ISOLATION, else best"))
    var isolation: FenceDemand?
}

/// Whether photos that are too large are made smaller.
struct ShrinkOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Shrink photos that are too large, on this machine.",
            discussion: """
                Too large are those of more than 4096 pixels a side or 7 MB; up to 100 megapixels and 100 MB are taken. The \
                copy is what is used then; the file stays as it is. Default: $HEADSHOT_SHRINK.
                """))
    var shrink = false

    /// Makes photos smaller, by the option, the setting or the space.
    func shrinker(
        _ configuration: Configuration, _ isolation: IsolationOptions, of space: SpaceRecord? = nil
    ) throws -> PhotoShrinker? {
        let isWanted = try configuration.shrinksPhotos(shrink)
        guard isWanted || space?.settings.shrinksPhotos == true else { return nil }
        return PhotoShrinker(DecoderPool(try configuration.decoder(isolation.isolation)))
    }
}

/// The cap and the budget: shared by the commands that apply or show them.
struct CapOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most headshots a person a day.", "number",
            default:
                "$HEADSHOT_DAILY_CAP, else the queue's; \(DailyCap.standardCharges) in a new queue")
    )
    var dailyCap: Int?

    @Option(
        help: ArgumentHelp(
            "The most US dollars a day for all persons together, as '5' or '0.50'.", "dollars",
            default: "$HEADSHOT_MAX_SPEND_PER_DAY, else the queue's; no limit in a new queue"))
    var maxSpendPerDay: Dollars?

    @Option(
        help: ArgumentHelp(
            "The time zone whose midnight begins the day, as 'Europe/Berlin'.", "zone",
            default: "$HEADSHOT_TIME_ZONE, else the queue's; the machine's in a new queue"),
        completion: .custom { _, _, _ in TimeZone.knownTimeZoneIdentifiers })
    var timeZone: TimeZone?

    var overrides: CapOverrides {
        CapOverrides(dailyCap: dailyCap, maxSpendPerDay: maxSpendPerDay, timeZone: timeZone)
    }

    func validate() throws {
        if let dailyCap, dailyCap < 1 { throw UsageError("--daily-cap must be 1 or more.") }
    }
}

/// The settings of a provider: of the one that a submit names, else of gemini.
///
/// Those of openai are variables.
struct ProviderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The model to ask.",
            discussion: """
                Default: $HEADSHOT_MODEL, else the cheapest that the key's own list offers, as a worker finds out; \
                never one that costs more than the price shown at submit. It is gemini's, except beside --provider openai; a \
                worker asks openai's of $HEADSHOT_OPENAI_MODEL.
                """, valueName: "name"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            "The service's address; plain http only to this machine.",
            discussion: """
                Default: $GOOGLE_GEMINI_BASE_URL, else \(ServiceConfiguration.geminiBaseURL); of openai, \
                $OPENAI_BASE_URL, else \(ServiceConfiguration.openAIBaseURL).
                """,
            valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "A file that holds the API key.",
            discussion: """
                Default: $HEADSHOT_API_KEY_FILE, else the key in $GEMINI_API_KEY or $GOOGLE_API_KEY, else the credential \
                'gemini-api-key' that systemd hands over. Of openai: $HEADSHOT_OPENAI_API_KEY_FILE, else $OPENAI_API_KEY, \
                else the credential 'openai-api-key'.
                """, valueName: "file"), completion: .file())
    var apiKeyFile: String?

    var overrides: ProviderOverrides { overrides(of: .gemini) }

    /// The options as those of the provider that a command asks.
    func overrides(of provider: ProviderKind) -> ProviderOverrides {
        ProviderOverrides(of: provider, model: model, baseURL: baseURL, apiKeyFile: apiKeyFile)
    }

    func validate() throws {
        if let model,
            model.isEmpty || model.count > Configuration.longestModel || SecretText.isKey(model)
        {
            throw UsageError(
                "--model takes the name of a model, of 1 to \(Configuration.longestModel) characters."
            )
        }
    }
}

/// How jobs are done: shared by the worker and the drain.
struct WorkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many requests are on their way at once.", "number",
            default: "$HEADSHOT_CONCURRENCY, else \(Configuration.defaultConcurrency)"))
    var concurrency: Int?

    @Option(
        help: ArgumentHelp(
            "How often a job is tried when the provider fails with a server error.", "number",
            default: "$HEADSHOT_MAX_ATTEMPTS, else \(Configuration.defaultAttempts)"))
    var maxAttempts: Int?

    @Option(
        help: ArgumentHelp(
            "How long a request may take in all, 1 to 60 seconds.", "seconds",
            default: "$HEADSHOT_REQUEST_TIMEOUT, else 60"))
    var requestTimeout: Int?

    @OptionGroup(title: CommandHelp.globalTitle) var prompts: PromptsOptions
    @OptionGroup(title: CommandHelp.globalTitle) var models: ModelOptions

    @Option(
        help: ArgumentHelp(
            "The folder for the headshots.", "folder",
            default: "$HEADSHOT_RESULTS, else 'results' in the home"), completion: .directory)
    var results: String?

    @OptionGroup(title: CommandHelp.globalTitle) var isolation: IsolationOptions

    @Option(
        help: ArgumentHelp(
            "The least that is logged to standard error.", "level",
            default: "$HEADSHOT_LOG_LEVEL, else info for a worker, warning for a drain"))
    var logLevel: Logger.Level?

    @Option(
        help: ArgumentHelp(
            "How an event is logged: text, json, or journal with the levels of systemd's journal.",
            "format",
            default: "$HEADSHOT_LOG_FORMAT, else journal where systemd reads it, else text"))
    var logFormat: LogFormat?

    func validate() throws {
        if let concurrency, !Configuration.concurrencies.contains(concurrency) {
            throw UsageError("--concurrency must be \(Configuration.concurrencies.words).")
        }
        if let maxAttempts, !Configuration.attempts.contains(maxAttempts) {
            throw UsageError("--max-attempts must be \(Configuration.attempts.words).")
        }
        guard requestTimeout.map(Configuration.requestSeconds.contains) ?? true else {
            throw UsageError("--request-timeout must be 1 to 60.")
        }
    }
}
