import Answers
import Foundation
import Generation
import Ground
import HeadshotWorker
import Isolation
import JobQueue
import Logging
import Setup

extension Configuration {
    /// What a setting is now, as text; `nil` if it is not set and has no usual value, or one that only a command knows.
    ///
    /// - Throws: What the commands throw that need it.
    func value(of variable: Variable) throws -> String? {
        switch variable {
        case .home: try home().root
        case .queue: try queuePlace()?.name
        case .store: try storeURL()
        case .storeEndpoint: try storeEndpoint()
        case .storeRegion, .usualStoreRegion:
            try environment[variable] == nil ? nil : storeRegion()
        case .storeAccessKey, .storeSecretKey, .storeSessionToken:
            environment.secret(variable) == nil ? nil : "set"
        case .queuePasswordFile, .storeKeyFile, .apiKeyFile, .openAIKeyFile:
            environment[variable].map(Self.shown)
        case .credentialsFolder, .dataHome, .configHome, .userHome, .libraryPath, .decoder,
            .noColour, .terminal, .config, .journalStream, .notifySocket, .watchdogTime,
            .watchdogProcess, .machinesTimeZone:
            environment[variable].map(Self.shown)
        case .geminiKey, .googleKey, .openAIKey:
            try environment.secret(variable).map { secret in
                _ = try apiKey(secret, in: variable.rawValue)
                return "set"
            }
        case .provider: try providerKind(nil).rawValue
        case .backdrop: try backdrop(nil, for: .local)?.rawValue
        case .model: try model()
        case .openAIModel: try model(ProviderOverrides(of: .openai))
        case .wordsModel: try wordsModel(of: .gemini)
        case .openAIWordsModel: try wordsModel(of: .openai)
        case .dailyCap: try limits().charges.map { "\($0)" }
        case .maxSpendPerDay: try limits().spend.map { MoneyWords.dollars($0) }
        case .timeZone: try limits().timeZone?.identifier
        case .prompts: try promptsFolder(nil)
        case .models:
            environment[variable].map { $0 == Models.none ? $0 : Self.shown(absolute($0)) }
        case .results: try results()
        case .concurrency: "\(try concurrency())"
        case .maxAttempts: "\(try maxAttempts())"
        case .requestTimeout: "\(try requestTimeout().components.seconds)"
        case .isolation: try demand()?.rawValue
        case .maxJobs, .maxTime: try given(variable)
        case .keepJobs, .keepPhotos, .keepHeadshots: try kept(variable)
        case .logLevel: try logLevel()?.rawValue
        case .logFormat: try logFormat().rawValue
        case .shrink: try shrinksPhotos() ? "1" : nil
        case .wait, .work, .site: try flag(false, variable) ? "1" : nil
        case .listen, .hosts, .behindProxy, .admin, .deskHeader: try serve(variable)
        case .baseURL: try baseURL().description
        case .openAIBaseURL: try baseURL(ProviderOverrides(of: .openai)).description
        }
    }

    private func given(_ variable: Variable) throws -> String? {
        _ = try stopRule(maxJobs: nil, maxTime: nil, waits: false)
        return environment[variable]
    }

    private func kept(_ variable: Variable) throws -> String? {
        _ = try keeping()
        return environment[variable]
    }

    private func serve(_ variable: Variable) throws -> String? {
        let found = try addresses(listen: nil, admin: nil, hosts: [], proxies: [])
        return switch variable {
        case .listen: found.listen.description
        case .admin: found.admin?.description
        default: environment[variable]
        }
    }
}

extension Variable {
    /// What counts where it is not set, or has no value, in a few words.
    var withoutValue: String {
        switch self {
        case .queue: "a file in the home"
        case .store: "folders in the home"
        case .storeEndpoint: "Amazon's of the region"
        case .dailyCap, .maxSpendPerDay, .timeZone: "the queue's"
        case .model, .openAIModel, .wordsModel, .openAIWordsModel:
            "the cheapest that the key offers"
        case .models: "those installed with the program"
        case .backdrop: "by the style"
        case .isolation: "best; required by serve"
        case .maxJobs, .maxTime: "no limit"
        case .keepJobs, .keepPhotos, .keepHeadshots: "forever"
        case .logLevel: "info; warning for a drain"
        case .shrink, .wait, .work, .site: "off"
        default: "not set"
        }
    }
}

extension SettingsFile {
    /// Throws for the first line whose value its setting does not take.
    func check() throws(SetupError) {
        for (variable, setting) in settings.sorted(by: { $0.value.line < $1.value.line }) {
            // Alone, so that the fault is this line's.
            let alone = Configuration(
                Environment(variables: [
                    variable.rawValue: setting.value.exposed, Variable.userHome.rawValue: "/",
                ]))
            do {
                _ = try alone.value(of: variable)
            } catch {
                throw .badSettings(
                    path: path, line: setting.line, .badValue(UserMessage(error).sentence))
            }
        }
    }
}
