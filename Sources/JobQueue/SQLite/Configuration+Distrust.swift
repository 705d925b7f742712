import CSQLite
import GRDB

extension Configuration {
    /// Lets no statement write into the tables in which SQLite describes a file.
    mutating func defend() {
        prepareDatabase { db in
            let code = unsafe headshot_sqlite_defend(db.sqliteConnection)
            guard code == SQLITE_OK else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
        }
    }

    /// Lets a file that another user may have made do nothing but be read: no SQL in it calls a function that is not
    /// known to be harmless.
    ///
    /// SQLite 3.40 counts `json_valid` among those, which our conditions call: before a write, ``trust(_:)`` ends this.
    mutating func distrust() {
        defend()
        prepareDatabase { db in try db.execute(sql: "PRAGMA trusted_schema = OFF") }
    }

    /// Trusts the SQL of a file that was compared with our own.
    static func trust(_ db: Database) throws {
        try db.execute(sql: "PRAGMA trusted_schema = ON")
    }
}
