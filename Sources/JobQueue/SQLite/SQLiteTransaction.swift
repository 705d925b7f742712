import GRDB

/// A transaction on a GRDB connection.
final class SQLiteTransaction: QueueTransaction {
    private let db: Database
    private var order = LockOrder()

    init(_ db: Database) { self.db = db }

    var dialect: Dialect { .sqlite }

    /// The payments journal is read before anybody can begin a transaction.
    func requireReconciled() {}

    /// Never waits, since only one transaction writes at a time; a debug build checks the order.
    func lock(_ lock: QueueLock) {
        assert(order.take(lock), "\(lock) was taken too late")
    }

    func lock(job: JobID) -> PrefetchedRows {
        lock(.job(job))
        return prefetch(Self.holdSQL, [job.rawValue])
    }

    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
        let statement = try statement(sql, arguments)
        while try statement.step() {}
        return db.changesCount
    }

    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
        let statement = try statement(sql, arguments)
        return try statement.step() ? statement.row() : nil
    }

    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
        let statement = try statement(sql, arguments)
        var rows: [QueueRow] = []
        while try statement.step() { rows.append(try statement.row()) }
        return rows
    }

    /// Calls a body with each row, without keeping all in memory.
    func forEachRow(_ sql: String, _ body: (QueueRow) throws -> Void) throws {
        let statement = try statement(sql, [])
        while try statement.step() { try body(statement.row()) }
    }

    func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
        try run(sql, arguments)
    }

    /// Reads only when it is asked for: nothing is saved by reading sooner.
    func prefetch(_ sql: String, _ arguments: [(any SQLConvertible)?]) -> PrefetchedRows {
        var read: [QueueRow]?
        return PrefetchedRows {
            let rows = try read ?? self.rows(sql, arguments)
            read = rows
            return rows
        }
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
