package import Foundation
package import Ground
package import HeadshotWorker
import JobQueue
import Synchronization

/// What the program takes from outside; the only place that reads the environment, the clock and random numbers.
package struct Environment: Sendable {
    /// The variables that the program reads.
    ///
    /// Any of them may have a key, if only by mistake, so none is kept in a form that could be printed.
    private var values: [Variable: Secret]
    /// The names of the variables that look like settings of this program.
    let names: [String]
    private let clock = QueueClock()
    /// The file with settings that no variable of the process sets; `nil` without one.
    package private(set) var file: SettingsFile?

    /// Only the variables of a process.
    ///
    /// An empty one counts as unset. What the program does not read is not kept.
    package init(variables: [String: String]) {
        let set = variables.filter { !$0.value.isEmpty }
        names = set.keys.filter { $0.hasPrefix(Self.prefix) }.sorted()
        values = Dictionary(
            uniqueKeysWithValues: set.compactMap { name, value in
                Variable(rawValue: name).map { ($0, Secret(value)) }
            })
    }

    /// These variables, and below them the settings of a file.
    package func with(_ file: SettingsFile?) -> Environment {
        var environment = self
        environment.file = file
        return environment
    }

    /// These variables without what a settings file can set, and without a file.
    package var withoutSettings: Environment {
        var environment = with(nil)
        environment.values = values.filter { !$0.key.isSetting }
        return environment
    }

    /// The environment of this process.
    package static let process = Environment(variables: ProcessInfo.processInfo.environment)

    /// A variable of the process, else of the file; always `nil` for those that are secret.
    package subscript(variable: Variable) -> String? {
        variable.isSecret ? nil : secret(variable)?.exposed
    }

    /// Any variable of the process, else of the file.
    package func secret(_ variable: Variable) -> Secret? {
        values[variable] ?? file?.settings[variable]?.value
    }

    /// Whether a variable of the process sets it.
    package func isSetByProcess(_ variable: Variable) -> Bool { values[variable] != nil }

    /// The time: the machine's, or that of the queue's server once it is known.
    package var now: Date { clock.now }

    /// The machine's own time, for showing how far off it is.
    ///
    /// Clock: this and the queue's are the only ones of dates.
    package var machinesNow: Date { Date() }

    /// Takes the time from elsewhere from now on, in all copies of this.
    package func follow(time source: @escaping @Sendable () -> Date) { clock.follow(source) }

    /// Draws random numbers.
    package var chance: SystemRandomNumberGenerator { SystemRandomNumberGenerator() }

    /// Sleeps; throws when the task is cancelled.
    package func pause(_ duration: Duration) async throws {
        // Waits: for all who are handed it.
        try await Task.sleep(for: duration)
    }

    /// The login name, which is the default person.
    package var loginName: String { NSUserName() }

    /// The name of this machine.
    package var hostName: String { ProcessInfo.processInfo.hostName }

    /// The number of this process.
    package var processNumber: Int32 { ProcessInfo.processInfo.processIdentifier }

    /// Unguessable random bytes.
    package func randomBytes(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// What a worker takes from outside.
    package func worker(report: @escaping @Sendable (WorkerEvent) -> Void = { _ in })
        -> WorkerEnvironment
    {
        WorkerEnvironment(
            now: { [clock] in clock.now },
            // Clock: the one that a worker is handed.
            instant: { .now }, pause: pause,
            newName: {
                var generator = SystemRandomNumberGenerator()
                return RandomName(using: &generator)
            },
            chance: { Double.random(in: 0..<1) }, report: report)
    }
}

/// The clock that decides when jobs are due and which day a cap counts for.
private final class QueueClock: Sendable {
    private let source = Mutex<(@Sendable () -> Date)?>(nil)

    var now: Date {
        let source = source.withLock { $0 }
        // Clock: the only one of dates, beside the machine's own.
        return source?() ?? Date()
    }

    func follow(_ source: @escaping @Sendable () -> Date) {
        self.source.withLock { $0 = source }
    }
}
