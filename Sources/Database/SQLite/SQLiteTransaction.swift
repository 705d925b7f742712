import GRDB

/// A transaction on a GRDB connection.
package final class SQLiteTransaction: QueueTransaction {
    let db: Database
    private var order = LockOrder()

    init(_ db: Database) { self.db = db }

    package var kind: EngineKind { .sqlite }

    /// The payments journal is read before a transaction can begin.
    package func requireReconciled() {}

    /// Never waits, since only one transaction writes at a time; a debug build checks the order.
    package func lock(_ lock: NamedLock) {
        assert(order.take(lock), "\(lock) was taken too late")
    }

    package func row(
        locking lock: NamedLock, _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> QueueRow? {
        self.lock(lock)
        return try row(sql, arguments)
    }

    @discardableResult
    package func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
        let statement = try statement(sql, arguments)
        while try statement.step() {}
        return db.changesCount
    }

    package func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
        let statement = try statement(sql, arguments)
        return try statement.step() ? statement.row() : nil
    }

    package func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
        let statement = try statement(sql, arguments)
        var rows: [QueueRow] = []
        while try statement.step() { rows.append(try statement.row()) }
        return rows
    }

    /// Calls a body with each row, without keeping all in memory.
    package func forEachRow(_ sql: String, _ body: (QueueRow) throws -> Void) throws {
        let statement = try statement(sql, [])
        while try statement.step() { try body(statement.row()) }
    }

    package func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
        try run(sql, arguments)
    }

    private func statement(
        _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> BoundStatement {
        // Prepared once per connection, since preparing most statements costs more than running them.
        let statement = BoundStatement(try db.cachedStatement(sql: sql), in: db)
        try statement.bind(arguments)
        return statement
    }
}
