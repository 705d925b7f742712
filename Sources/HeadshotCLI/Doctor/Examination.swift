import HeadshotWorker
import JobQueue
import Setup

/// The checks of `doctor`, in the order in which a new user would mend what they find.
struct Examination {
    let configuration: Configuration
    let home: HomeOptions
    let provider: ProviderOptions
    let prompts: String?
    let models: ModelOptions
    let isOffline: Bool

    /// Makes all checks; one that cannot be made is a problem of its own.
    func run() async -> [Check] {
        var checks = await PhotoChecks.run(configuration, models)
        checks.append(PromptChecks.run(configuration, folder: prompts))
        var known = KnownModels()
        do {
            let home = try configuration.home(home.home)
            checks += HomeChecks(home: home).run()
            let queue = await QueueChecks(
                home: home, environment: configuration.environment,
                // A key that is wrong is the provider's check to tell of.
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
