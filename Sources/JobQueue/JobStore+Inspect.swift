public import Foundation
import GRDB

/// Which jobs a list shows.
public struct JobFilter: Sendable, Equatable {
    /// These states only; empty means all.
    public var states: [JobState]
    /// This person's only.
    public var person: Person?
    /// Those submitted at these moments only.
    public var submitted: Range<Date>?
    /// The newest so many.
    public var limit: Int

    /// Creates a filter.
    public init(
        states: [JobState] = [], person: Person? = nil, submitted: Range<Date>? = nil,
        limit: Int = 50
    ) {
        self.states = states
        self.person = person
        self.submitted = submitted
        self.limit = limit
    }
}

extension JobStore {
    /// One job with its charges, oldest first, both as of one moment.
    public nonisolated func job(
        _ id: JobID
    ) async throws(JobQueueError) -> (job: Job, charges: [Charge])? {
        try await read { db in
            var found: (Job, [Charge])?
            try db.inTransaction(.deferred) {
                let row = try Row.fetchOne(
                    db, sql: "SELECT \(Job.columns) FROM job WHERE id = ?", arguments: [id.rawValue]
                )
                let charges = try Row.fetchAll(
                    db, sql: "SELECT * FROM charge WHERE job = ? ORDER BY id",
                    arguments: [id.rawValue])
                found = try row.map { (try Job(row: $0), try charges.map(Charge.init(row:))) }
                return .commit
            }
            return found
        }
    }

    /// The newest jobs that pass a filter, newest first.
    public nonisolated func jobs(_ filter: JobFilter) async throws(JobQueueError) -> [Job] {
        try await read { db in
            var clauses: [String] = []
            var arguments = StatementArguments()
            if !filter.states.isEmpty {
                let marks = filter.states.map { _ in "?" }.joined(separator: ", ")
                clauses.append("state IN (\(marks))")
                arguments += StatementArguments(filter.states.map(\.rawValue))
                if filter.states.allSatisfy(\.hasEnded) { clauses.append(hasEndedSQL) }
                if !filter.states.contains(where: \.hasEnded) { clauses.append(isOpenSQL) }
            }
            if let person = filter.person {
                clauses.append("person = ?")
                arguments += [person.rawValue]
            }
            if let submitted = filter.submitted {
                clauses.append("created_at >= ? AND created_at < ?")
                arguments += [submitted.lowerBound.milliseconds, submitted.upperBound.milliseconds]
            }
            let condition = clauses.isEmpty ? "" : "WHERE " + clauses.joined(separator: " AND ")
            arguments += [filter.limit]
            return try Row.fetchAll(
                db, sql: "SELECT \(Job.columns) FROM job \(condition) ORDER BY seq DESC LIMIT ?",
                arguments: arguments
            ).map(Job.init(row:))
        }
    }

    /// How many jobs stand where.
    public nonisolated func counts() async throws(JobQueueError) -> [JobState: Int] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: countsSQL)
            var counts: [JobState: Int] = [:]
            for row in rows {
                counts[try row.required("state", JobState.init)] = try row.required("n")
            }
            return counts
        }
    }

    /// What SQLite says of the file's soundness; empty if all is well.
    public nonisolated func integrityProblems() async throws(JobQueueError) -> [String] {
        try await read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        }
    }

    /// The version of the SQLite library that is loaded.
    public nonisolated func sqliteVersion() async throws(JobQueueError) -> String {
        try await read { db in try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "" }
    }
}

/// How many jobs stand where, from the indexes alone.
let countsSQL = """
    SELECT state, count(*) AS n FROM job WHERE \(isOpenSQL) GROUP BY state
    UNION ALL
    SELECT state, count(*) FROM job WHERE \(hasEndedSQL) GROUP BY state
    """
