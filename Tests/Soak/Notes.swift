import Foundation
import Synchronization
import TestSupport

/// What is noted while programs run, for the judge.
final class Notes: Sendable {
    /// All of it.
    struct Content: Sendable {
        /// The ids of jobs that any program printed.
        var printed: [String] = []
        var kills = 0
        /// From each kill of a worker with jobs until they were in other hands.
        var recoveries: [Duration] = []
        /// When anybody began to clear the gate.
        var clears: [Date] = []
        /// What a day could cost, and since when.
        var budgets = DayBudgets(
            ofAll: Operator.first, ofSpaces: [Ground.thrifty: Operator.first])
        var raises = 0
        /// The secrets of the webhooks.
        var secrets: [String: String] = [:]
        /// Programs that ended as they must not.
        var badEnds: [String] = []
        /// Lines of logs that are no JSON.
        var badLines: [String] = []
    }

    private let mutex = Mutex(Content())

    var content: Content { mutex.withLock { $0 } }

    func add(_ change: (inout Content) -> Void) {
        mutex.withLock { change(&$0) }
    }

    /// Notes the jobs that a program printed, and how it ended.
    func add(_ result: ProgramResult, of arguments: [String]) {
        // What was cut short by a kill was not printed: only whole lines count.
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        if ["submit", "retry"].contains(arguments.first) {
            let ids = lines.compactMap { $0.prefixMatch(of: /[0-9a-z]{10}\b/)?.output }
            add { $0.printed += ids.map(String.init) }
        }
        if ["worker", "drain", "serve"].contains(arguments.first) {
            let bad = Self.badLines(of: result.errors)
            add { $0.badLines += bad }
        }
        // Done, some ended badly, halted, try later; or killed.
        let expected: [ProgramExit] = [0, 1, 69, 75].map(ProgramExit.status) + [.signal(SIGKILL)]
        guard !expected.contains(result.exit) || result.errors.contains("database is locked") else {
            return
        }
        let line =
            "\(arguments.joined(separator: " ")): \(result.exit) \(result.errors.suffix(500))"
        add { $0.badEnds.append(line) }
    }

    /// The whole lines of a log that are no objects of JSON.
    private static func badLines(of log: String) -> [String] {
        let lines = log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.map(String.init).filter { line in
            let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return !(value is [String: Any])
        }
    }
}
