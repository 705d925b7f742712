import GRDB

/// A column of whole numbers of a queue.
public struct NumberColumn: Sendable, Hashable, CustomStringConvertible {
    /// The table that has it.
    public let table: String
    /// Its name there.
    public let name: String

    /// Both names, such as `job.priority`.
    public var description: String { "\(table).\(name)" }
}

/// The columns of whole numbers of a home's queue, as its file lists them, and their tables that have no row.
///
/// A column that can only be 0 or 1 is left out: it is read as yes or no.
public func numberColumns(
    inQueueOf home: String
) throws -> (columns: [NumberColumn], empty: [String]) {
    let queue = try DatabaseQueue(path: "\(home)/queue.sqlite")
    let columns = try queue.read { db in
        try Row.fetchAll(
            db,
            sql: """
                SELECT tables.name AS name, columns.name AS number FROM sqlite_schema AS tables
                JOIN pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'
                    AND columns.type = 'INTEGER'
                    AND instr(tables.sql, columns.name || ' IN (0, 1)') = 0
                ORDER BY tables.name, columns.cid
                """
        ).map { NumberColumn(table: $0["name"], name: $0["number"]) }
    }
    let empty = try queue.read { db in
        try Set(columns.map(\.table)).sorted().filter { table in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") == 0
        }
    }
    try queue.close()
    return (columns, empty)
}

/// Gives some columns a number in each row that can have it, behind the program's back, whatever the tables forbid.
///
/// No trigger notes it in other tables. Where the numbers of a column must differ, one row gets it.
public func damage(
    _ columns: [NumberColumn], with number: Int, inQueueOf home: String
) throws {
    let queue = try DatabaseQueue(path: "\(home)/queue.sqlite")
    try queue.write { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        let triggers = try Row.fetchAll(
            db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
        for column in columns {
            try db.execute(sql: "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(number)")
        }
        for trigger in triggers { try db.execute(sql: trigger["sql"] as String) }
    }
    try queue.close()
}
