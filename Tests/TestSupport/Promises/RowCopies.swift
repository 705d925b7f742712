import GRDB

/// What is stored beside the row of the last job that has something there: what was seen, and what was made.
public func reportOfLastJob(inQueueOf home: String) throws -> (seen: String?, made: String?) {
    let queue = try DatabaseQueue(path: "\(home)/queue.sqlite")
    let row = try queue.read { db in
        try Row.fetchOne(db, sql: "SELECT seen, made FROM report ORDER BY job DESC LIMIT 1")
    }
    try queue.close()
    return (row?["seen"], row?["made"])
}

/// Adds copies of the last row of a table behind the program's back, each with another value of one column.
///
/// - Parameters:
///   - changes: What else a copy has, as SQL, so that each is a row that the table can have.
///   - values: Makes the copies' values from the row's own.
/// - Returns: How many there are.
@discardableResult
public func copyRow(
    of table: String, inQueueOf home: String, changing changes: String, with column: String,
    among values: (String) -> [String]
) throws -> Int {
    // A server may have the queue, too.
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(path: "\(home)/queue.sqlite", configuration: configuration)
    let count = try queue.write { db in
        try db.execute(
            sql: """
                PRAGMA ignore_check_constraints = ON;
                CREATE TEMP TABLE copy AS SELECT * FROM \(table) ORDER BY created_at DESC LIMIT 1;
                """)
        let first = try String.fetchOne(db, sql: "SELECT \(column) FROM copy")
        let all = first.map(values) ?? []
        for value in all {
            try db.execute(
                sql: "UPDATE copy SET \(changes), \(column) = ?", arguments: [value])
            try db.execute(sql: "INSERT INTO \(table) SELECT * FROM copy")
        }
        try db.execute(sql: "DROP TABLE copy")
        return all.count
    }
    try queue.close()
    return count
}
