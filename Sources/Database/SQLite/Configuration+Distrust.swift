import CSQLite
import GRDB

extension Configuration {
    /// Lets no statement write into the tables in which SQLite describes a file.
    mutating func defend() {
        prepareDatabase { db in try Schema.defend(db, true) }
    }

    /// Lets a file that another program may have made do nothing but be read: no SQL in it calls a function that is not
    /// known to be harmless.
    ///
    /// SQLite 3.40 does not count `json_valid` among the harmless ones and, without trust, cannot even read a schema that
    /// has it in a condition, as ours has. There, the comparison with our own schema, before any of its SQL runs, is what
    /// protects.
    mutating func distrust() {
        defend()
        prepareDatabase { db in
            let functions = try Row.fetchAll(db, sql: "PRAGMA function_list")
            let isReadable = functions.contains { function in
                let name: String = function["name"]
                let flags: Int32 = function["flags"]
                return name == "json_valid" && flags & SQLITE_INNOCUOUS != 0
            }
            if isReadable { try db.execute(sql: "PRAGMA trusted_schema = OFF") }
        }
    }
}
