import CrashPoints
import GRDB

/// The format of the queue's file; the migrations explain the tables where they create them.
struct Schema: Sendable {
    /// The steps from an empty file to the newest format; a released step is never edited.
    let migrations: [String]

    /// The format that this program writes.
    static let current = Schema(migrations: steps)

    /// The number of steps that an up-to-date file has gone through.
    var format: Int { migrations.count }

    /// "hsht" in ASCII: tells a queue from any other SQLite file.
    static let applicationID = 0x6873_6874

    /// Refuses a file that is not a queue, or a newer one; only reads, so that a foreign file is not changed.
    func check(_ db: Database, path: String) throws {
        let version = try Self.version(of: db)
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let isEmpty = application == 0 && version == 0 && tables == 0
        guard isEmpty || (application == Self.applicationID && version >= 0) else {
            throw JobQueueError.notAQueue(path: path)
        }
        try refuseNewer(db, path: path)
    }

    /// Refuses a file that a newer program has migrated, maybe just now.
    func refuseNewer(_ db: Database, path: String) throws {
        let version = try Self.version(of: db)
        guard version <= format else {
            throw JobQueueError.newerVersion(path: path, found: version, known: format)
        }
    }

    /// Migrates a checked file inside the caller's transaction.
    func migrate(_ db: Database) throws {
        let version = try Self.version(of: db)
        guard version < format else { return }
        for migration in migrations[version...] { try db.execute(sql: migration) }
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(format)")
        CrashPoint.reach(.schemaWritten)
    }

    /// The number of steps that a file has gone through; 0 for an empty one.
    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0
    }
}

extension JobStore {
    /// The newest format of a queue's file that this program knows; it writes no other.
    public static var format: Int { Schema.current.format }
}

/// The condition of the index `job_open`, spelled exactly as there, or SQLite would not use it.
let isOpenSQL = "(state = 'running' OR state = 'waiting')"

/// The condition of the index `job_ended`, spelled exactly as there, or SQLite would not use it.
let hasEndedSQL = "state <> 'running' AND state <> 'waiting'"
