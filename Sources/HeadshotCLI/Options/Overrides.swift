import AnswerPages
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
    var overrides: ProviderOverrides {
        ProviderOverrides(model: model, baseURL: baseURL, apiKeyFile: apiKeyFile)
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
        return overrides
    }
}

extension WorkerSetup {
    /// A worker set up by options, whose log goes to standard error or to a display's inbox.
    init(
        _ session: Session, _ work: WorkOptions, provider: ProviderOptions, cap: CapOptions,
        rule: StopRule, logLevel: Logger.Level, inbox: DisplayInbox? = nil
    ) throws {
        try self.init(
            session, work.overrides, provider: provider.overrides, cap: cap.overrides, rule: rule,
            analysisFiles: .asAnalyzed,
            logLevel: logLevel, warn: Models.warn,
            log: { line in if let inbox { inbox.add(line: line) } else { note(line) } },
            ended: { job in inbox?.add(ended: job) })
    }
}
