package import Logging

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
            LogLines(
                logLevel: level, format: format, environment: environment, write: write)
        }
    }
}
