package import Foundation
import Generation
package import Ground
package import HeadshotWorker
import JobQueue

/// Settings from options, then the environment, then the settings file, then defaults; the only place that applies this order.
package struct Configuration: Sendable {
    package let environment: Environment

    package init(_ environment: Environment) {
        self.environment = environment
    }

    /// The settings of this process, and those of its settings file.
    ///
    /// - Parameter file: The file; `nil` finds the one that holds for the process.
    package init(file: String?) throws(SetupError) {
        let process = Environment.process
        environment = process.with(try SettingsFile.find(named: file, in: process))
    }

    /// The home of the queue.
    package func home(_ typed: String? = nil) throws(SetupError) -> HeadshotHome {
        if let folder = try folder(typed, .home) { return HeadshotHome(root: folder) }
        if let data = environment[.dataHome] {
            return HeadshotHome(root: "\(absolute(data))/headshot")
        }
        guard let home = environment[.userHome] else { throw .noHome }
        return HeadshotHome(root: "\(absolute(home))/.local/share/headshot")
    }

    /// The limits that options and settings name.
    package func limits(_ overrides: CapOverrides = CapOverrides()) throws(SetupError)
        -> NamedLimits
    {
        NamedLimits(
            charges: try setting(overrides.dailyCap, .dailyCap, "1 or more") { number($0, 1...) },
            spend: try setting(
                overrides.maxSpendPerDay, .maxSpendPerDay, "US dollars like 5 or 0.50",
                Dollars.init(argument:))?.microUSD,
            timeZone: try setting(
                overrides.timeZone, .timeZone, "a name like Europe/Berlin", TimeZone.init(named:)))
    }

    /// The time zone of the machine: that of the variable `TZ`, else the one that is set up for all programs.
    package func machinesTimeZone() throws(SetupError) -> TimeZone {
        let named = try setting(
            nil, .machinesTimeZone,
            "a name like Europe/Berlin (a rule like GMT+5 means another time in other programs)"
        ) { (text: String) -> TimeZone? in
            // A colon before a name means nothing, and a file is named by its place in the database.
            let path = text.hasPrefix(":") ? text.dropFirst() : text[...]
            if path.hasSuffix("/localtime") { return .current }
            return TimeZone(named: path.split(separator: "/zoneinfo/").last.map(String.init) ?? "")
        }
        return named ?? .current
    }

    /// Who makes headshots: the wished provider, else the first whose key is set, else this machine.
    package func providerKind(_ wish: ProviderKind?, keyFile: String? = nil) throws
        -> ProviderKind
    {
        let found = try setting(wish, .provider, ProviderKind.names, ProviderKind.init(rawValue:))
        if let found { return found }
        let keys = ProviderOverrides(apiKeyFile: keyFile)
        return try ProviderKind.paid.first { try isKeySet(keys.of($0)) } ?? .local
    }

    /// The backdrop of a headshot that this machine makes; `nil` leaves it to the style.
    package func backdrop(_ wish: Backdrop?, for provider: ProviderKind) throws(SetupError)
        -> Backdrop?
    {
        guard provider == .local else {
            if wish != nil { throw .backdropOfModel }
            return nil
        }
        let backdrops = Backdrop.allCases.map(\.rawValue).joined(separator: ", ")
        return try setting(wish, .backdrop, "one of \(backdrops)", Backdrop.init(rawValue:))
    }

    /// The timeout of a request; after a longer wait, an answer rarely comes.
    package func requestTimeout(_ typed: Int? = nil) throws(SetupError) -> Duration {
        let seconds = try number(typed, .requestTimeout, in: Self.requestSeconds, of: " seconds")
        return seconds.map(Duration.seconds) ?? RequestLimits.longestTimeout
    }

    /// The possible timeouts of a request.
    package static let requestSeconds =
        1...Int(clamping: RequestLimits.longestTimeout / .seconds(1))

    /// Where headshots go: a folder, or the part of the store that is for them.
    package func results(_ folder: String?, in home: HeadshotHome) -> String {
        (folder ?? environment[.results]).map(absolute) ?? home.results
    }

    /// Where headshots go by the settings alone.
    package func results() throws(SetupError) -> String {
        let folder = try namedResults()
        if folder == nil, let store = try storeURL() { return "\(store)results" }
        return results(folder, in: try home())
    }

    /// The folder of headshots that a setting names; `nil` if none does.
    func namedResults() throws(SetupError) -> String? {
        let folder = try setting(nil, .results, "a folder; HEADSHOT_STORE names a store") {
            $0.hasPrefix("s3:") ? nil : $0
        }
        return folder == nil ? nil : try self.folder(nil, .results)
    }

    /// A folder from its option, else from its variable; `nil` if neither is given.
    ///
    /// A key in its place is refused: the folder would be made, and shown wherever something is in it.
    func folder(_ option: String?, _ variable: Variable) throws(SetupError) -> String? {
        guard let path = option ?? environment[variable] else { return nil }
        guard !Self.isMissing(path, like: SecretText.isKey) else {
            throw .badSetting(
                name: option == nil ? variable.rawValue : "The folder", value: "…",
                wanted: "the name of a folder")
        }
        return absolute(path)
    }

    package func absolute(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }

    /// A value from its option, else from its variable; `nil` if neither is given.
    package func setting<Value>(
        _ option: Value?, _ variable: Variable, _ wanted: String, _ read: (String) -> Value?
    ) throws(SetupError) -> Value? {
        guard option == nil, let text = environment[variable] else { return option }
        guard let value = read(text) else {
            throw .badSetting(name: variable.rawValue, value: Self.refused(text), wanted: wanted)
        }
        return value
    }

    /// A switch: on by its option or by the value `1` of its variable.
    package func flag(_ option: Bool, _ variable: Variable) throws(SetupError) -> Bool {
        let typed = option ? true : nil
        return try setting(typed, variable, "1 or nothing") { $0 == "1" ? true : nil } ?? false
    }

    /// A list: of its option, else of its variable with commas between the values.
    package func list<Value>(
        _ option: [Value], _ variable: Variable, _ wanted: String, _ read: (String) -> Value?
    ) throws(SetupError) -> [Value] {
        let typed = option.isEmpty ? nil : option
        return try setting(typed, variable, wanted) { text in
            let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let values = words.compactMap(read)
            return values.count == words.count ? values : nil
        } ?? []
    }

    /// What is shown of a refused value: enough to recognise it, and nothing if a key may have been put in its place.
    static func refused(_ text: String, atMost limit: Int = 40) -> String {
        // An address may have a password, and not every one has a scheme.
        if text.contains("://") { return SecretText.withoutSecrets(text).cleaned(atMost: limit) }
        let hasKey = SecretText.isLikeKey(text) || text.unicodeScalars.contains("@")
        return hasKey ? "…" : text.cleaned(atMost: limit)
    }

    func number(
        _ typed: Int?, _ variable: Variable, in range: ClosedRange<Int>, of unit: String = ""
    ) throws(SetupError) -> Int? {
        try setting(typed, variable, range.words + unit) { number($0, range) }
    }

    func number(_ text: String, _ range: some RangeExpression<Int>) -> Int? {
        Int(digits: text, in: Int.min...Int.max).flatMap { range.contains($0) ? $0 : nil }
    }
}

// Settings that override the environment, such as a command's options. A property that is `nil` overrides nothing.

/// The cap and the budget.
package struct CapOverrides: Equatable, Sendable {
    package var dailyCap: Int?
    package var maxSpendPerDay: Dollars?
    package var timeZone: TimeZone?

    package init(
        dailyCap: Int? = nil, maxSpendPerDay: Dollars? = nil, timeZone: TimeZone? = nil
    ) {
        self.dailyCap = dailyCap
        self.maxSpendPerDay = maxSpendPerDay
        self.timeZone = timeZone
    }
}

/// The settings of one provider.
package struct ProviderOverrides: Equatable, Sendable {
    /// Whose settings they are; they override nothing of another provider.
    package var provider = ProviderKind.gemini
    package var model: String?
    package var baseURL: String?
    package var apiKeyFile: String?

    package init(
        of provider: ProviderKind = .gemini, model: String? = nil, baseURL: String? = nil,
        apiKeyFile: String? = nil
    ) {
        self.provider = provider
        self.model = model
        self.baseURL = baseURL
        self.apiKeyFile = apiKeyFile
    }

    /// These, for their own provider; none for another.
    package func of(_ other: ProviderKind) -> ProviderOverrides {
        other == provider ? self : ProviderOverrides(of: other)
    }
}
