import CSQLite
import CrashPoints
import GRDB

/// The format of a file.
extension Schema {
    /// "hsht" in ASCII: tells a queue from any other SQLite file.
    static let applicationID = 0x6873_6874

    /// Refuses a file that is not a queue, or one of another time; only reads, so that a foreign file is not changed.
    func check(_ db: Database, path: String) throws {
        let version = try Self.version(of: db)
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let isEmpty = application == 0 && version == 0 && tables == 0
        guard isEmpty || (application == Self.applicationID && version >= 0) else {
            throw JobQueueError.notAQueue(path: path)
        }
        try check(version, of: path)
    }

    /// Refuses a file that a newer program has migrated, maybe just now.
    func refuseNewer(_ db: Database, path: String) throws {
        try check(Self.version(of: db), of: path)
    }

    /// Migrates a checked file inside the caller's transaction.
    func migrate(_ db: Database) throws {
        let version = try Self.version(of: db)
        guard version < format else { return }
        // A step may write the description of a table, which nothing else may.
        try Self.defend(db, false)
        defer { try? Self.defend(db, true) }
        for step in steps(after: version) { try db.execute(sql: step.sqlite) }
        // Other connections read the descriptions again.
        let change = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(
            sql: """
                PRAGMA schema_version = \(change + 1);
                PRAGMA application_id = \(Self.applicationID);
                PRAGMA user_version = \(format);
                """)
        CrashPoint.reach(.schemaWritten)
    }

    /// The format of a file; 0 for an empty one.
    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0
    }

    /// Lets no statement write into the tables in which SQLite describes a file, or lets it.
    static func defend(_ db: Database, _ isDefended: Bool) throws {
        let code = unsafe headshot_sqlite_defend(db.sqliteConnection, isDefended ? 1 : 0)
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }
}
