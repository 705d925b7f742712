package import Foundation
import Ground
import JobQueue
package import Logging

/// How the log writes an event: always in one line.
package enum LogFormat: String, Sendable, CaseIterable {
    /// A time, a level, a sentence and fields, for people.
    case text
    /// An object of JSON, for programs.
    case json
    /// As text without the time, after the level as systemd's journal reads it.
    case journal

    /// One line; untrusted values can neither break it nor move a terminal's cursor.
    package func line(
        _ level: Logger.Level, _ message: String, _ values: Logger.Metadata = [:], at moment: Date
    ) -> String {
        let fields = values.sorted { $0.key < $1.key }.map {
            (name: $0.key, value: "\($0.value)".cleaned(atMost: Self.longestValue))
        }
        switch self {
        case .text, .journal:
            let words = [message.printable] + fields.map { "\($0.name)=\(Self.word($0.value))" }
            let start =
                self == .text
                ? "\(moment.formatted(.iso8601)) \(level) headshot:"
                : "<\(Self.priority(of: level))>headshot:"
            return "\(start) \(words.joined(separator: " "))"
        case .json:
            let members =
                [
                    ("time", moment.formatted(.iso8601)), ("level", level.rawValue),
                    ("message", message.printable),
                ] + fields.map { ($0.name, $0.value) }
            return
                "{\(members.map { "\($0.asJSON):\($1.asJSON)" }.joined(separator: ","))}"
        }
    }

    /// A value that ends at the next space, or at its second quotation mark.
    private static func word(_ value: String) -> String {
        let isPlain = !value.unicodeScalars.contains { " \"=".unicodeScalars.contains($0) }
        return value.isEmpty || !isPlain ? value.asJSON : value
    }

    /// The priority of syslog.
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// In scalars; a value is an id, a code or a file, and a longer one is untrusted text.
    private static let longestValue = 500
}

extension Configuration {
    /// The format of the log: as set, else as the journal has it where standard error leads there.
    package func logFormat(_ typed: LogFormat? = nil) throws(SetupError) -> LogFormat {
        let formats = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
        let found = try setting(typed, .logFormat, "one of \(formats)", LogFormat.init(rawValue:))
        return found ?? (environment.logsToJournal ? .journal : .text)
    }
}

extension Environment {
    /// Whether standard error is the stream to the journal that systemd named.
    var logsToJournal: Bool {
        guard let named = self[.journalStream] else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return named == "\(status.st_dev):\(status.st_ino)"
    }
}

/// The log: one line for each event.
package struct LogLines: LogHandler {
    package var logLevel: Logger.Level
    package let format: LogFormat
    package let environment: Environment
    /// Writes one line.
    package let write: @Sendable (String) -> Void
    package var metadata: Logger.Metadata = [:]

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { _, new in new }
        write(format.line(event.level, "\(event.message)", values, at: environment.now))
    }
}

extension Configuration {
    /// The program's log.
    ///
    /// - Parameters:
    ///   - typed: The lowest level that is logged; `nil` leaves it to the environment.
    ///   - format: How it is logged; `nil` leaves it to the environment.
    ///   - usual: That level where no setting names one.
    ///   - write: Called with each line.
    package func logger(
        _ typed: Logger.Level?, _ format: LogFormat?, orElse usual: Logger.Level,
        _ write: @escaping @Sendable (String) -> Void
    ) throws -> Logger {
        let level = try logLevel(typed) ?? usual
        let format = try logFormat(format)
        return Logger(label: "headshot") { [environment] _ in
            LogLines(logLevel: level, format: format, environment: environment, write: write)
        }
    }
}
