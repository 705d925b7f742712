import Foundation
package import JobQueue

/// A quick look at a queue for shell completions: it barely waits, creates no queue and changes none.
///
/// All calls block for some milliseconds. Without a readable queue they return nothing.
package enum QueueGlance {
    /// The newest jobs in some states (empty means all) whose names begin with a text.
    package static func jobs(
        in folder: String, states: [JobState] = [], startingWith prefix: String
    ) -> [String] {
        guard let range = JobID.range(startingWith: prefix) else { return [] }
        let ids: [Int64] = look(into: folder) { tx in
            let condition = JobFilter(states: states).condition(in: tx.dialect)
            return try tx.values(
                """
                SELECT id FROM job WHERE \(condition.sql) AND id >= ? AND id < ?
                ORDER BY id DESC LIMIT ?
                """, condition.arguments + [range.lowerBound, range.upperBound, most])
        }
        return ids.compactMap(JobID.init(rawValue:)).map(\.description)
    }

    /// The persons of the newest jobs whose ids begin with a text.
    package static func people(in folder: String, startingWith prefix: String) -> [String] {
        look(into: folder) { tx in
            try tx.values(
                """
                SELECT DISTINCT person FROM (
                    SELECT person FROM job WHERE substr(person, 1, ?) = ?
                    ORDER BY id DESC LIMIT ?) AS newest
                ORDER BY person
                """, [prefix.unicodeScalars.count, prefix, mostJobs])
        }
    }

    /// More than a person reads from a shell.
    private static let most = 200

    /// Jobs to search for persons: enough for a folder of thousands of photos, read in a few milliseconds.
    private static let mostJobs = 10_000

    /// Seconds; a user who pressed a key does not notice such a wait.
    private static let patience: TimeInterval = 0.2

    private static func look<Value>(
        into folder: String, _ body: (any QueueTransaction) throws -> [Value]
    ) -> [Value] {
        SQLiteEngine.glance(into: folder, schema: .current, patience: patience, body) ?? []
    }
}
