package import Foundation
import JobQueue
package import Logging

/// The log: one line for each event.
package struct LogLines: LogHandler {
    package var logLevel: Logger.Level
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
        write(Self.line(event.level, "\(event.message)", values, at: environment.now))
    }

    /// One line; untrusted values can neither break it nor move a terminal's cursor.
    package static func line(
        _ level: Logger.Level, _ message: String, _ values: Logger.Metadata, at moment: Date
    ) -> String {
        let fields = values.sorted { $0.key < $1.key }.map {
            "\($0.key)=\("\($0.value)".cleaned(atMost: Self.longestValue))"
        }
        return ([moment.formatted(.iso8601), "\(level) headshot:"] + fields + [message.printable])
            .joined(separator: " ")
    }

    /// In scalars; a value is an id, a code or a file, and a longer one is untrusted text.
    private static let longestValue = 500
}

extension Configuration {
    /// The program's log.
    ///
    /// - Parameters:
    ///   - typed: The lowest level that is logged; `nil` leaves it to the environment.
    ///   - usual: That level where no setting names one.
    ///   - write: Called with each line.
    package func logger(
        _ typed: Logger.Level?, orElse usual: Logger.Level,
        _ write: @escaping @Sendable (String) -> Void
    ) throws -> Logger {
        let level = try logLevel(typed) ?? usual
        return Logger(label: "headshot") { [environment] _ in
            LogLines(logLevel: level, environment: environment, write: write)
        }
    }
}
