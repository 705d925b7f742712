import Foundation
package import Ground
import JobQueue

/// A file of settings: a line for each, `NAME=value`, with the names of the variables.
///
/// It is read as systemd's `EnvironmentFile=` reads it, or not at all: what the two would understand differently is
/// refused.
package struct SettingsFile: Sendable, Equatable {
    /// A value, and the line that it is in.
    package struct Setting: Sendable, Equatable {
        package let value: Secret
        package let line: Int
    }

    /// The file.
    package let path: String
    /// What it sets.
    package let settings: [Variable: Setting]

    /// Reads a file.
    ///
    /// - Throws: ``SetupError/unreadableSettings(path:)`` and ``SetupError/badSettings(path:line:_:)``.
    package init(path: String) throws(SetupError) {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.mostBytes,
            let text = String(bytes: bytes, encoding: .utf8)
        else { throw .unreadableSettings(path: Configuration.shown(path)) }
        self.path = path
        var settings: [Variable: Setting] = [:]
        let lines = text.replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let number = index + 1
            do throws(SettingsFault) {
                guard let (variable, value) = try Self.read(line) else { continue }
                if let first = settings[variable] { throw SettingsFault.twice(line: first.line) }
                settings[variable] = Setting(value: Secret(value), line: number)
            } catch {
                throw .badSettings(path: path, line: number, error)
            }
        }
        self.settings = settings
    }

    /// A setting and its value; `nil` for a line that sets nothing.
    private static func read(_ line: Substring) throws(SettingsFault) -> (Variable, String)? {
        let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = line.first, first != "#", first != ";" else { return nil }
        guard let equals = line.firstIndex(of: "=") else { throw .noValue }
        let name = String(line[..<equals])
        guard let variable = Variable(rawValue: name), variable.isSetting else {
            throw .unknown(
                Configuration.refused(name, atMost: shownCharacters),
                nearest: NearestWord.of(name, in: Variable.settings.map(\.rawValue)))
        }
        var value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        if value.count > 1, let quote = value.first, "\"'".contains(quote), value.last == quote {
            value = String(value.dropFirst().dropLast())
        }
        guard !value.contains(where: { "\"'\\".contains($0) }) else { throw .quotes }
        return value.isEmpty ? nil : (variable, value)
    }

    /// More than all settings with long paths take.
    private static let mostBytes = 65_536
    /// How much of an unknown name is repeated: enough to recognise it.
    private static let shownCharacters = 40
}

/// What is wrong with a line of a settings file.
package enum SettingsFault: Error, Equatable, Sendable {
    /// It has no `=`.
    case noValue
    /// There is no such setting.
    case unknown(String, nearest: String?)
    /// Another line set it before.
    case twice(line: Int)
    /// The value has quotation marks or backslashes in it.
    case quotes
    /// The setting does not take the value; the sentence says why.
    case badValue(String)
}

extension SettingsFile {
    /// What finding a file depends on.
    package struct Surroundings: Sendable {
        /// Who runs the program.
        package let user: UInt32
        /// The owner of a folder; `nil` if it is not there.
        package let owner: @Sendable (_ folder: String) -> UInt32?

        /// Those of this process.
        package static let process = Surroundings(user: geteuid()) { folder in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
            return (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        }
    }

    /// The file that holds for a process: the named one, the user's own, or the machine's.
    ///
    /// The machine's file is for its own service: for root, and for the owner of the home that it names. Others keep
    /// their own queue.
    package static func find(
        named: String?, in environment: Environment,
        machine: String = "/etc/headshot/headshot.conf", _ surroundings: Surroundings = .process
    ) throws(SetupError) -> SettingsFile? {
        if let path = named ?? environment[.config] { return try SettingsFile(path: path) }
        let folder = environment[.configHome] ?? environment[.userHome].map { "\($0)/.config" }
        if let folder, FileManager.default.fileExists(atPath: "\(folder)/headshot/headshot.conf") {
            return try SettingsFile(path: "\(folder)/headshot/headshot.conf")
        }
        guard FileManager.default.isReadableFile(atPath: machine) else { return nil }
        if surroundings.user == 0 { return try SettingsFile(path: machine) }
        // A person who does not mean this file need not hear of its faults either.
        guard let file = try? SettingsFile(path: machine),
            let home = file.settings[.home]?.value.exposed,
            surroundings.owner(home) == surroundings.user
        else { return nil }
        return file
    }
}
