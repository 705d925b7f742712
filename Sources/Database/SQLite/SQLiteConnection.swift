import GRDB

/// A connection to a queue's file on which the caller may begin transactions.
package struct SQLiteConnection: QueueConnection {
    let db: Database

    /// Runs one immediate transaction; a deferred one could fail when it first writes, and could not be retried.
    package func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value
    {
        try inTransaction("BEGIN IMMEDIATE") { try body(SQLiteTransaction(db)) }
    }

    /// Reads as of one moment.
    package func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN") { try body(SQLiteTransaction(db)) }
    }

    /// Migrates a checked file to a schema's format.
    func migrate(to schema: Schema) throws {
        try inTransaction("BEGIN IMMEDIATE") { try schema.migrate(db) }
    }

    /// How many bytes its content takes, without the log.
    func bytes(path: String) throws(JobQueueError) -> Int {
        do {
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// Moves the log into the file and empties it, because it still holds old pages.
    ///
    /// All writers wait meanwhile, so a reader is not waited for. There may be one for hours, such as a backup.
    package func discardOldRows(of tables: [String]) throws -> Bool {
        let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        try db.execute(sql: "PRAGMA busy_timeout = \(Self.shortRead)")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
        let isBusy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? 1
        return isBusy == 0
    }

    /// In milliseconds: what our own reads take.
    private static let shortRead = 50

    /// Made by SQLite.
    package func randomDigits() throws -> String {
        try String.fetchOne(db, sql: "SELECT lower(hex(randomblob(16)))") ?? ""
    }

    private func inTransaction<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
        // Not GRDB's own, which prepares both statements each time.
        try db.cachedStatement(sql: begin).execute()
        do {
            let value = try body()
            try db.cachedStatement(sql: "COMMIT").execute()
            return value
        } catch {
            try? db.rollback()
            throw error
        }
    }
}
