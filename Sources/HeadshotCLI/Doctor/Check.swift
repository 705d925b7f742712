import Answers
import HeadshotWorker
import JobQueue
import PromptFactory
import Setup

extension Check {
    /// The result of a check, which is a problem if it throws.
    static func attempt(_ name: String, _ check: () throws -> Check) -> Check {
        do { return try check() } catch { return .problem(name, error) }
    }

    /// A check that failed with an error, in the words that a command would use.
    static func problem(_ name: String, _ error: any Error) -> Check {
        let message = UserMessage(error)
        return .problem(name, message.sentence, remedy: message.hint)
    }
}

/// All checks; the worst one determines the exit code.
struct DoctorAnswer: CommandAnswer {
    let checks: [Check]

    private enum CodingKeys: CodingKey { case checks }

    /// Whether something keeps headshots from being made.
    var hasProblem: Bool { checks.contains { $0.level == .problem } }

    var text: String {
        var table = TextTable("CHECK", "", "FOUND")
        for check in checks {
            table.add(check.name, check.level.rawValue, check.finding.printable)
            if let remedy = check.remedy { table.add("", "", "-> \(remedy.printable)") }
        }
        return "\(table.text)\n\n\(verdict)"
    }

    private var verdict: String {
        let problems = checks.count { $0.level == .problem }
        let warnings = checks.count { $0.level == .warning }
        return switch (problems, warnings) {
        case (0, 0): "All is well."
        case (0, let warnings): "No problem, \(warnings) \(warnings == 1 ? "warning" : "warnings")."
        case (let problems, _): "\(problems) \(problems == 1 ? "problem" : "problems") to fix."
        }
    }
}

/// The checks of `doctor`, in the order in which a new user would fix problems.
struct Examination {
    let configuration: Configuration
    let home: HomeOptions
    let provider: ProviderOptions
    let prompts: String?
    let models: ModelOptions
    let isOffline: Bool
    let isDeep: Bool

    /// Runs all checks; one that throws is reported as a problem.
    func run() async -> [Check] {
        let keyFiles =
            ProviderKind.paid.compactMap {
                configuration.keyFile(provider.overrides.of($0))
            } + (configuration.storeKeyFile.map { [$0] } ?? [])
        var checks = [SettingsCheck.run(configuration.environment, keyFiles: keyFiles)]
        checks += await PhotoChecks.run(configuration, models)
        checks.append(
            .attempt("prompts") {
                let version = try configuration.prompts(prompts).version
                let folder = try configuration.promptsFolder(prompts)
                return .ok("prompts", "version \(version) in \(folder)")
            })
        checks.append(
            .attempt("prompts of words") {
                _ = try configuration.words(prompts)
                let kinds = WordsKind.allCases.map(\.rawValue).joined(separator: ", ")
                return .ok("prompts of words", kinds)
            })
        var found = QueueChecks.Found(checks: [])
        // A wrong key is reported by its provider's check.
        let keyed = ProviderKind.paid.filter {
            (try? configuration.isKeySet(provider.overrides.of($0))) ?? true
        }
        do {
            let opened = try OpenHome(configuration, home.home)
            defer { opened.close() }
            let home = opened.home
            checks += HomeChecks(
                home: home, results: configuration.results(nil, in: home),
                now: configuration.environment.now
            ).run()
            if let store = opened.store {
                checks += await StoreChecks(store: store, home: home).run(configuration.environment)
            }
            found = await QueueChecks(
                opened: opened, configuration: configuration, keyed: keyed, isDeep: isDeep
            ).run()
            checks += found.checks
        } catch {
            checks.append(.problem("home", error))
        }
        // Without any key, the check of the first says what there is without one.
        for kind in keyed.isEmpty ? [.gemini] : keyed {
            checks += await ProviderChecks(
                configuration: configuration, overrides: provider.overrides.of(kind),
                isOffline: isOffline, found: found
            ).run()
        }
        checks.append(ClockCheck.run(now: configuration.environment.now))
        return checks
    }
}
