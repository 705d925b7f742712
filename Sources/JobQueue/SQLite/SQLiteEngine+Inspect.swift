import GRDB

extension SQLiteEngine {
    /// A number that differs from an earlier one if any connection of any process has changed the file since.
    func dataVersion() async throws(JobQueueError) -> Int {
        // What an idle process asks from time to time.
        try checkFiles()
        return try await onReader { db in
            try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }

    /// The problems that SQLite's integrity check finds in the file; empty if there are none.
    func integrityProblems() async throws(JobQueueError) -> [String] {
        try await onReader { db in try Self.integrityProblems(db) }
    }

    static func integrityProblems(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }

    /// The version of the SQLite library that is loaded.
    func version() async throws(JobQueueError) -> String {
        try await onReader { db in try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "" }
    }
}
