import GRDB

extension SQLiteEngine {
    /// A number that differs from an earlier one if any connection of any process has changed the file since.
    package func dataVersion() async throws(JobQueueError) -> Int {
        // What an idle process asks from time to time.
        try checkFiles()
        return try await onReader { db in
            try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }

    /// The problems of the file; empty if it is whole, and has what a queue has and nothing else.
    package func integrityProblems() async throws(JobQueueError) -> [String] {
        // Over a read-only connection, SQLite does not check rows against the conditions of their table. A separate
        // connection reads beside writers.
        try await onReader { [schema, path] _ in
            var configuration = Configuration()
            configuration.distrust()
            configuration.busyMode = .timeout(Self.patience)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { db in try Self.problems(db, schema) }
        }
    }

    /// The problems of some tables and of what describes all of them; empty if there are none.
    package func integrityProblems(of tables: [String]) async throws(JobQueueError) -> [String] {
        try await onReader { [schema] db in
            let differences = try schema.differences(in: db)
            guard differences.isEmpty else { return differences }
            return try tables.flatMap { table in
                try String.fetchAll(db, sql: "PRAGMA integrity_check(\(table))")
                    .filter { $0 != "ok" }
            }
        }
    }

    /// The version of the SQLite library that is loaded.
    package func version() async throws(JobQueueError) -> String {
        try await onReader { db in try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "" }
    }
}
