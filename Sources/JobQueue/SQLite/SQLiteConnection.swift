import GRDB

/// A connection to a queue's file on which the caller may begin transactions.
struct SQLiteConnection {
    let db: Database

    /// Runs one immediate transaction; a deferred one could fail to become a writer and could not be retried.
    func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN IMMEDIATE") { try body(SQLiteTransaction(db)) }
    }

    /// Reads as of one moment.
    func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN") { try body(SQLiteTransaction(db)) }
    }

    /// Brings a checked file up to date.
    func migrate() throws {
        try inTransaction("BEGIN IMMEDIATE") { try Schema.migrate(db) }
    }

    /// Moves the log into the file and empties it, since it still holds the pages as they were.
    func emptyLog() throws { _ = try db.checkpoint(.truncate) }

    /// Thirty-two digits by chance.
    func randomDigits() throws -> String {
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
