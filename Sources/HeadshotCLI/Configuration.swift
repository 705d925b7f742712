import Answers
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import Studio

/// Settings from options, then the environment, then defaults: the one place where that order is kept.
struct Configuration: Sendable {
    let environment: Environment

    init(_ environment: Environment = .process) {
        self.environment = environment
    }

    /// The home of the queue.
    func home(_ options: HomeOptions) throws(CommandError) -> HeadshotHome {
        if let folder = options.home ?? environment[.home] {
            return HeadshotHome(root: absolute(folder))
        }
        if let data = environment[.dataHome] {
            return HeadshotHome(root: "\(absolute(data))/headshot")
        }
        guard let home = environment[.userHome] else { throw .noHome }
        return HeadshotHome(root: "\(absolute(home))/.local/share/headshot")
    }

    /// The cap and the budget.
    func cap(_ options: CapOptions) throws(CommandError) -> DailyCap {
        let charges = try setting(options.dailyCap, .dailyCap, "1 or more") { number($0, 1...) }
        let spend = try setting(
            options.maxSpendPerDay, .maxSpendPerDay, "US dollars like 5 or 0.50",
            Dollars.init(argument:))
        return DailyCap(
            charges: charges ?? DailyCap.standardCharges, spend: spend?.microUSD,
            timeZone: try timeZone(options.timeZone))
    }

    /// The time zone whose midnight begins the day.
    func timeZone(_ typed: TimeZone? = nil) throws(CommandError) -> TimeZone {
        try setting(
            typed, .timeZone, "a name like Europe/Berlin", TimeZone.init(identifier:)) ?? .current
    }

    /// The model that a person named; `nil` lets a worker choose one from the key's own list.
    func model(_ options: ProviderOptions?) throws(CommandError) -> String? {
        let longest = ProviderOptions.longestModel
        return try setting(options?.model, .model, "at most \(longest) characters") {
            $0.count <= longest ? $0 : nil
        }
    }

    /// The key; never printed, never kept.
    func apiKey(_ options: ProviderOptions) throws -> APIKey {
        if let file = options.apiKeyFile ?? environment[.apiKeyFile] {
            return try key(inFile: file)
        }
        if let text = environment[.geminiKey] ?? environment[.googleKey] {
            return try APIKey(text)
        }
        if let folder = environment[.credentialsFolder] {
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
        let kinds = ProviderKind.allCases.map(\.rawValue).joined(separator: " or ")
        return try setting(wish, .provider, kinds, ProviderKind.init(rawValue:))
            ?? (isKeySet(options) ? .gemini : .local)
    }

    /// What is behind the person of a headshot that this machine makes; `nil` leaves it to the style.
    func backdrop(_ wish: Backdrop?, for maker: ProviderKind) throws(CommandError) -> Backdrop? {
        guard maker == .local else {
            if wish != nil { throw .backdropOfModel }
            return nil
        }
        let backdrops = Backdrop.allCases.map(\.rawValue).joined(separator: ", ")
        return try setting(wish, .backdrop, "one of \(backdrops)", Backdrop.init(rawValue:))
    }

    /// Where the service is.
    func baseURL(_ options: ProviderOptions) throws(GenerationError) -> BaseURL {
        try BaseURL(
            options.baseURL ?? environment[.baseURL]
                ?? ProviderOptions.defaultBaseURL)
    }

    /// The time for a request: a longer one would keep a person waiting for what rarely comes.
    func requestTimeout(_ typed: Int? = nil) throws(CommandError) -> Duration {
        let range = Self.requestSeconds
        let seconds = try setting(typed, .requestTimeout, "\(range.words) seconds") {
            number($0, range)
        }
        return seconds.map(Duration.seconds) ?? GeminiConfiguration.longestTimeout
    }

    /// What the time for a request may be.
    static let requestSeconds = 1...Int(GeminiConfiguration.longestTimeout / .seconds(1))

    /// The provider, ready to be asked.
    func provider(
        _ options: ProviderOptions, timeout: Duration = GeminiConfiguration.longestTimeout
    ) throws -> GeminiProvider {
        try GeminiProvider(
            configuration: GeminiConfiguration(
                apiKey: apiKey(options), baseURL: baseURL(options), timeout: timeout))
    }

    /// Whether usual photos may be encoded from their own planes, and not through libvips.
    func usesPlanes() throws(CommandError) -> Bool {
        try setting(nil, .libvipsOnly, "1 or nothing") { $0 == "1" ? false : nil } ?? true
    }

    /// Where headshots go.
    func results(_ folder: String?, in home: HeadshotHome) -> String {
        (folder ?? environment[.results]).map(absolute) ?? home.results
    }

    private func key(inFile path: String) throws -> APIKey {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError.unreadableKeyFile(path: path)
        }
        return try APIKey(text)
    }

    func absolute(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }

    /// A value from its option, else from its variable; `nil` if neither is given.
    func setting<Value>(
        _ option: Value?, _ variable: Variable, _ wanted: String, _ read: (String) -> Value?
    ) throws(CommandError) -> Value? {
        guard option == nil, let text = environment[variable] else { return option }
        guard let value = read(text) else {
            throw .badSetting(
                name: variable.rawValue, value: text.cleaned(atMost: Self.shownCharacters),
                wanted: wanted)
        }
        return value
    }

    /// Of a value that is refused: enough to know it by.
    private static let shownCharacters = 40

    func number(_ text: String, _ range: some RangeExpression<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
