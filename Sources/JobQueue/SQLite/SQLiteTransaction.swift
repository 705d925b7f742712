import GRDB
import Synchronization

/// A transaction on a GRDB connection.
///
/// Statements are prepared once per connection, since preparing most of them costs more than running them.
final class SQLiteTransaction: QueueTransaction {
    private let db: Database
    private var order = LockOrder()

    init(_ db: Database) { self.db = db }

    var dialect: Dialect { .sqlite }

    /// Never waits, since only one transaction writes at a time; a debug build checks the order.
    func lock(_ lock: QueueLock) {
        assert(order.take(lock), "\(lock) was taken too late")
    }

    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
        try statement(sql).execute(arguments: StatementArguments(arguments))
        return db.changesCount
    }

    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
        let statement = try statement(sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        // When the cursor is freed, it resets the statement and empties its row.
        return try withExtendedLifetime(cursor) {
            try cursor.next().map { try QueueRow($0, columns: statement.columnNames) }
        }
    }

    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
        let statement = try statement(sql)
        let columns = statement.columnNames
        var rows: [QueueRow] = []
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try cursor.next() { rows.append(try QueueRow(row, columns: columns)) }
        return rows
    }

    private func statement(_ sql: String) throws -> Statement {
        #if DEBUG
            _ = Self.seen.withLock { $0.insert(sql) }
        #endif
        return try db.cachedStatement(sql: sql)
    }

    #if DEBUG
        /// The statements that this process has run, to check that another engine accepts them.
        static let seen = Mutex<Set<String>>([])
    #endif
}

extension StatementArguments {
    fileprivate init(_ values: [(any SQLConvertible)?]) {
        // Of existentials: GRDB reads elements of one type through a key path, which costs as much as to run the statement.
        self.init(
            values.map { $0.map { DatabaseValue($0.sql) } as (any DatabaseValueConvertible)? })
    }
}

extension DatabaseValue {
    fileprivate init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = number.databaseValue
        case .text(let text): self = text.databaseValue
        }
    }
}

extension QueueRow {
    /// Reads a row before the next one takes its place.
    fileprivate init(_ row: Row, columns: [String]) throws {
        var values: [SQLValue] = []
        values.reserveCapacity(columns.count)
        for index in columns.indices {
            let value: DatabaseValue = row[index]
            switch value.storage {
            case .null: values.append(.null)
            case .int64(let number): values.append(.integer(number))
            case .string(let text): values.append(.text(text))
            case .double, .blob:
                throw JobQueueError.corrupt(
                    path: "queue.sqlite", detail: "column \(columns[index])")
            }
        }
        self.init(columns: columns, values: values)
    }
}
