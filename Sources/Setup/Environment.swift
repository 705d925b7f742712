package import Foundation
package import HeadshotWorker
import JobQueue

/// What the program takes from outside; the only place that reads the environment, the clock and random numbers.
package struct Environment: Sendable {
    package let variables: [String: String]

    /// The environment of this process.
    package static let process = Environment(variables: ProcessInfo.processInfo.environment)

    /// A variable; an empty one counts as unset.
    package subscript(variable: Variable) -> String? {
        variables[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    package var now: Date { Date() }

    /// Draws random numbers.
    package var chance: SystemRandomNumberGenerator { SystemRandomNumberGenerator() }

    /// Sleeps; throws when the task is cancelled.
    package func pause(_ duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    /// The login name, which is the default person.
    package var loginName: String { NSUserName() }

    /// Random bytes that nobody can guess.
    package func randomBytes(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// What a worker takes from outside.
    package func worker(report: @escaping @Sendable (WorkerEvent) -> Void = { _ in })
        -> WorkerEnvironment
    {
        WorkerEnvironment(
            now: { Date() },
            pause: pause,
            newName: {
                var generator = SystemRandomNumberGenerator()
                return RandomName(using: &generator)
            },
            chance: { Double.random(in: 0..<1) },
            report: report)
    }
}
