import Foundation
import Generation
import HeadshotWorker
import Isolation
import JobQueue
import PromptFactory

/// Settings from options, then the environment, then defaults: the one place where that order is kept.
struct Configuration: Sendable {
    let environment: Environment

    init(_ environment: Environment = .process) {
        self.environment = environment
    }

    /// The home of the queue.
    func home(_ options: HomeOptions) throws(CommandError) -> HeadshotHome {
        if let folder = options.home ?? environment["HEADSHOT_HOME"] {
            return HeadshotHome(root: absolute(folder))
        }
        if let data = environment["XDG_DATA_HOME"] {
            return HeadshotHome(root: "\(absolute(data))/headshot")
        }
        guard let home = environment["HOME"] else { throw .noHome }
        return HeadshotHome(root: "\(absolute(home))/.local/share/headshot")
    }

    /// The cap and the budget.
    func cap(_ options: CapOptions) throws(CommandError) -> DailyCap {
        var charges = options.dailyCap ?? DailyCap.standardCharges
        if options.dailyCap == nil, let text = environment["HEADSHOT_DAILY_CAP"] {
            guard let number = Int(text), number >= 1 else {
                throw .badSetting(name: "HEADSHOT_DAILY_CAP", value: text, wanted: "1 or more")
            }
            charges = number
        }
        let spend = try spend(options)
        return DailyCap(charges: charges, spend: spend, timeZone: try timeZone(options.timeZone))
    }

    /// The time zone whose midnight begins the day.
    func timeZone(_ typed: TimeZone? = nil) throws(CommandError) -> TimeZone {
        if let typed { return typed }
        guard let name = environment["HEADSHOT_TIME_ZONE"] else { return .current }
        guard let zone = TimeZone(identifier: name) else {
            throw .badSetting(
                name: "HEADSHOT_TIME_ZONE", value: name, wanted: "a name like Europe/Berlin")
        }
        return zone
    }

    /// The budget, in millionths of a US dollar; `nil` is none.
    private func spend(_ options: CapOptions) throws(CommandError) -> Int? {
        let name = "HEADSHOT_MAX_SPEND_PER_DAY"
        guard options.maxSpendPerDay == nil, let text = environment[name] else {
            return options.maxSpendPerDay?.microUSD
        }
        guard let dollars = Dollars(argument: text) else {
            throw .badSetting(name: name, value: text, wanted: "US dollars like 5 or 0.50")
        }
        return dollars.microUSD
    }

    /// The model to ask.
    func model(_ options: ProviderOptions) -> String {
        options.model ?? environment["HEADSHOT_MODEL"] ?? ProviderOptions.defaultModel
    }

    /// The key; never printed, never kept.
    func apiKey(_ options: ProviderOptions) throws -> APIKey {
        if let file = options.apiKeyFile { return try key(inFile: file) }
        if let text = environment["GEMINI_API_KEY"] ?? environment["GOOGLE_API_KEY"] {
            return try APIKey(text)
        }
        if let folder = environment["CREDENTIALS_DIRECTORY"] {
            let file = "\(folder)/gemini-api-key"
            if FileManager.default.fileExists(atPath: file) { return try key(inFile: file) }
        }
        throw CommandError.noKey
    }

    /// Whether there is a key to ask with.
    func isKeySet(_ options: ProviderOptions) throws -> Bool {
        do {
            _ = try apiKey(options)
            return true
        } catch CommandError.noKey {
            return false
        }
    }

    /// Who makes headshots: whom a person asks for, else the model where there is a key to ask it with.
    func maker(_ wish: ProviderKind?, _ options: ProviderOptions) throws -> ProviderKind {
        try wish ?? (isKeySet(options) ? .gemini : .local)
    }

    /// Where the service is.
    func baseURL(_ options: ProviderOptions) throws(GenerationError) -> BaseURL {
        try BaseURL(
            options.baseURL ?? environment["GOOGLE_GEMINI_BASE_URL"]
                ?? ProviderOptions.defaultBaseURL)
    }

    /// The provider, ready to be asked.
    func provider(_ options: ProviderOptions) throws -> GeminiProvider {
        try GeminiProvider(
            configuration: GeminiConfiguration(
                apiKey: apiKey(options), baseURL: baseURL(options),
                model: model(options)))
    }

    /// The program that decodes photos: this one, with the user's own file of face landmarks if there is one.
    func decoder(_ options: IsolationOptions? = nil) throws(CommandError) -> DecoderProgram {
        DecoderProgram(
            landmarksPath: environment["HEADSHOT_LANDMARKS"].map(absolute),
            libraryPath: environment["LD_LIBRARY_PATH"], isolation: try isolation(options))
    }

    /// What photos may be decoded behind.
    private func isolation(_ options: IsolationOptions?) throws(CommandError) -> FenceDemand {
        let name = "HEADSHOT_ISOLATION"
        if let typed = options?.isolation { return typed }
        guard let text = environment[name] else { return .best }
        guard let demand = FenceDemand(rawValue: text) else {
            throw .badSetting(name: name, value: text, wanted: "required or best")
        }
        return demand
    }

    /// Whether usual photos may be encoded from their own planes, and not through libvips.
    func usesPlanes() throws(CommandError) -> Bool {
        let name = "HEADSHOT_LIBVIPS_ONLY"
        switch environment[name] {
        case nil: return true
        case "1": return false
        case let text?: throw .badSetting(name: name, value: text, wanted: "1 or nothing")
        }
    }

    /// Where headshots go.
    func results(_ folder: String?, in home: HeadshotHome) -> String {
        folder.map(absolute) ?? home.results
    }

    /// The prompts: a named folder, or those that were installed with the program.
    func prompts(_ folder: String?) throws -> PromptComposer {
        try PromptComposer(folder: promptsFolder(folder))
    }

    /// Where the prompts lie.
    func promptsFolder(_ folder: String?) throws(CommandError) -> String {
        if let folder = folder ?? environment["HEADSHOT_PROMPTS"] { return absolute(folder) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let bin = program.deletingLastPathComponent()
        let installed = bin.deletingLastPathComponent().appending(path: "share/headshot/prompts")
        // Beside an installed program, else above one that was just built.
        var candidates = [installed]
        var folder = bin
        while folder.pathComponents.count > 1 {
            candidates.append(folder.appending(path: "prompts"))
            folder.deleteLastPathComponent()
        }
        let found = candidates.first { candidate in
            let frame = candidate.appending(path: "headshot.txt")
            return FileManager.default.fileExists(atPath: frame.path(percentEncoded: false))
        }
        guard let found else {
            throw .noPrompts(expected: installed.path(percentEncoded: false))
        }
        return found.path(percentEncoded: false)
    }

    private func key(inFile path: String) throws -> APIKey {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError.unreadableKeyFile(path: path)
        }
        return try APIKey(text)
    }

    private func absolute(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }
}
