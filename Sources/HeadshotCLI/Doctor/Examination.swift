import HeadshotWorker
import JobQueue
import Setup

/// The checks of `doctor`, in the order in which a new user would fix problems.
struct Examination {
    let configuration: Configuration
    let home: HomeOptions
    let provider: ProviderOptions
    let prompts: String?
    let models: ModelOptions
    let isOffline: Bool

    /// Runs all checks; one that throws is reported as a problem.
    func run() async -> [Check] {
        var checks = await PhotoChecks.run(configuration, models)
        checks.append(PromptChecks.run(configuration, folder: prompts))
        var known = KnownModels()
        do {
            let home = try configuration.home(home.home)
            checks += HomeChecks(home: home).run()
            let queue = await QueueChecks(
                home: home, environment: configuration.environment,
                // A wrong key is reported by the provider's check.
                isKeySet: (try? configuration.isKeySet(file: provider.apiKeyFile)) ?? true
            ).run()
            checks += queue.checks
            known = queue.models
        } catch {
            checks.append(.problem("home", error))
        }
        checks += await ProviderChecks(
            configuration: configuration, options: provider, isOffline: isOffline, known: known
        ).run()
        checks.append(ClockCheck.run(now: configuration.environment.now))
        return checks
    }
}
