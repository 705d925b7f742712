import AnswerPages
import Answers
import Foundation
import HeadshotWorker
import JobQueue
import Logging
import Setup

// Options as settings that override the environment.

extension CapOptions {
    var overrides: CapOverrides {
        CapOverrides(dailyCap: dailyCap, maxSpendPerDay: maxSpendPerDay, timeZone: timeZone)
    }
}

extension ProviderOptions {
    var overrides: ProviderOverrides { overrides(of: .gemini) }

    /// The options as those of the provider that a command asks.
    func overrides(of provider: ProviderKind) -> ProviderOverrides {
        ProviderOverrides(
            of: provider, model: model, baseURL: baseURL, apiKeyFile: apiKeyFile)
    }
}

extension WorkOptions {
    var overrides: WorkOverrides {
        var overrides = WorkOverrides()
        overrides.concurrency = concurrency
        overrides.maxAttempts = maxAttempts
        overrides.requestTimeout = requestTimeout
        overrides.prompts = prompts
        overrides.models = models.models
        overrides.results = results
        overrides.isolation = isolation.isolation
        overrides.logLevel = logLevel
        overrides.logFormat = logFormat
        return overrides
    }
}

extension WorkerSetup {
    /// A worker set up by options, whose log goes to standard error or to a display's inbox.
    init(
        _ session: Session, _ work: WorkOptions, provider: ProviderOptions, limits: DailyCap,
        rule: StopRule, logLevel: Logger.Level, inbox: DisplayInbox? = nil
    ) throws {
        try self.init(
            session, work.overrides, provider: provider.overrides, limits: limits, rule: rule,
            analysisFiles: .asAnalyzed,
            logLevel: logLevel, warn: Models.warn,
            log: { line in if let inbox { inbox.add(line: line) } else { Notes.write(line) } },
            ended: { job in inbox?.add(ended: job) })
    }
}

extension PhotoAnalyzer {
    /// An analyzer set up by options; warns of models that cannot be used.
    init(
        _ configuration: Configuration, _ isolation: IsolationOptions, _ models: ModelOptions,
        varies: Bool = false, withPictures: Bool = false
    ) throws {
        let models = try configuration.models(models.models).warned()
        self.init(
            try configuration.decoder(isolation.isolation, models),
            chance: configuration.environment.worker().chance, varies: varies,
            withPictures: withPictures)
    }
}

extension Variable {
    /// The option that overrides it; `nil` if there is none.
    var option: String? {
        switch self {
        case .home: "--home"
        case .apiKeyFile: "--api-key-file"
        case .provider: "--provider"
        case .backdrop: "--backdrop"
        case .model: "--model"
        case .dailyCap: "--daily-cap"
        case .maxSpendPerDay: "--max-spend-per-day"
        case .timeZone: "--time-zone"
        case .prompts: "--prompts"
        case .models: "--models"
        case .results: "--results"
        case .concurrency: "--concurrency"
        case .maxAttempts: "--max-attempts"
        case .requestTimeout: "--request-timeout"
        case .isolation: "--isolation"
        case .maxJobs: "--max-jobs"
        case .maxTime: "--max-time"
        case .logLevel: "--log-level"
        case .logFormat: "--log-format"
        case .wait: "--wait"
        case .listen: "--listen"
        case .admin: "--admin"
        case .hosts: "--host"
        case .behindProxy: "--behind-proxy"
        case .work: "--work"
        case .config: "--config"
        case .baseURL: "--base-url"
        case .geminiKey, .googleKey, .openAIKey, .openAIKeyFile, .openAIModel,
            .wordsModel, .openAIWordsModel,
            .openAIBaseURL, .credentialsFolder, .dataHome, .configHome, .journalStream,
            .notifySocket, .watchdogTime, .watchdogProcess, .userHome,
            .libraryPath, .decoder, .noColour, .terminal, .store, .storeKeyFile, .storeEndpoint,
            .storeRegion,
            .usualStoreRegion, .queue, .queuePasswordFile, .storeAccessKey, .storeSecretKey,
            .storeSessionToken, .machinesTimeZone:
            nil
        }
    }
}
