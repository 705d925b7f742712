import Answers
import ArgumentParser
import Foundation
import Setup

/// `headshot config`: prints which settings hold, and where each is from.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "config", "Show the settings in use, and where each is from.",
        """
        A variable of the process counts before a line of the settings file, and an option of a command before \
        both. The file has lines of NAME=value, as EnvironmentFile= of systemd takes them; lines that begin with \
        # are notes. Keys are shown as 'set'.
        """,
        examples: [
            "headshot config", "headshot config --changed",
            "headshot config --check --config ./headshot.conf",
            "headshot config --json",
        ], exits: [.configuration])

    @Flag(help: "Only check the settings.")
    var check = false

    @Flag(help: "Only the settings that differ from the defaults.")
    var changed = false

    @OptionGroup(title: CommandHelp.globalTitle) var settings: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if check, changed { throw UsageError("--check and --changed do not go together.") }
    }

    func run() async throws {
        let configuration = try settings.configuration()
        let answer = try ConfigAnswer(configuration, isShort: check, onlyChanged: changed)
        try Output.print(answer, asJSON: output.json)
    }
}

/// The settings, and where they are from.
struct ConfigAnswer: CommandAnswer {
    /// The settings file; absent without one.
    let file: String?
    let settings: [Setting]
    private let isShort: Bool

    struct Setting: Encodable {
        let name: String
        /// Absent where nothing is set and nothing is usual.
        let value: String?
        /// `environment`, `file` or `default`.
        let source: String
        let line: Int?
        /// What counts without a value, for people.
        fileprivate let withoutValue: String

        private enum CodingKeys: CodingKey { case name, value, source, line }
    }

    /// - Throws: For a value that its setting does not take.
    init(_ configuration: Configuration, isShort: Bool, onlyChanged: Bool = false) throws {
        let environment = configuration.environment
        file = environment.file?.path
        self.isShort = isShort
        let usual = Configuration(environment.withoutSettings)
        settings = try Variable.settings.compactMap { variable in
            let isOfProcess = environment.isSetByProcess(variable)
            let line = isOfProcess ? nil : environment.file?.settings[variable]?.line
            let value = try configuration.value(of: variable)
            let isSet = isOfProcess || line != nil
            if onlyChanged, !isSet || value == (try? usual.value(of: variable)) { return nil }
            return Setting(
                name: variable.rawValue, value: value,
                source: isOfProcess ? "environment" : line == nil ? "default" : "file", line: line,
                withoutValue: variable.withoutValue)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case file, settings
    }

    var text: String {
        let found = file.map { "The settings file is \($0)." } ?? "There is no settings file."
        guard !isShort else { return "\(found) All settings can be used." }
        guard !settings.isEmpty else { return "\(found) All settings are as they are by default." }
        var table = TextTable("SETTING", "VALUE", "FROM")
        for setting in settings {
            let source = setting.line.map { "line \($0) of the file" } ?? setting.source
            table.add(setting.name, setting.value ?? "(\(setting.withoutValue))", source)
        }
        return "\(table.text)\n\n\(found)"
    }
}
