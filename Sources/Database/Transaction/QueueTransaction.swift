/// One transaction of the queue on any engine; every statement of an operation goes through one.
///
/// An engine may have to restart a transaction, so its body can run twice and must have no other side effects.
package protocol QueueTransaction {
    /// The engine whose SQL it takes.
    var kind: EngineKind { get }

    /// Runs a statement that returns nothing; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int

    /// Runs a statement whose outcome is not needed; it may be sent with the next one.
    func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws

    /// The first row of a statement.
    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow?

    /// All rows of a statement.
    @discardableResult
    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow]

    /// The server, and how often it was restored or promoted; `nil` for a file.
    var incarnation: String? { get }

    /// Refuses, by throwing, if the engine may have forgotten what was paid; asked by what leads to a request.
    func requireReconciled() throws

    /// Waits until no other transaction holds a conflicting lock, and holds this one to the end.
    ///
    /// A body that writes depending on what it read takes its locks first, in their order.
    func lock(_ lock: NamedLock) throws

    /// The first row of a statement, which no other transaction changes before the end of this one.
    ///
    /// - Parameter lock: The place of the row among the locks.
    func row(
        locking lock: NamedLock, _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> QueueRow?
}

/// The engines, for SQL in which they differ.
package enum EngineKind: Sendable {
    case sqlite
    case postgres
}

extension QueueTransaction {
    package var incarnation: String? { nil }

    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    package func row(_ sql: String) throws -> QueueRow? { try row(sql, []) }

    @discardableResult
    package func rows(_ sql: String) throws -> [QueueRow] { try rows(sql, []) }

    /// The first column of the first row of a statement.
    package func value<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// The first column of all rows of a statement, without NULLs.
    package func values<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [Value] {
        try rows(sql, arguments).compactMap { $0[0] }
    }

    /// Inserts a row as it was read from a table of the same name.
    package func insert(_ row: QueueRow, into table: String) throws {
        try run(
            """
            INSERT INTO \(table) (\(row.columns.joined(separator: ", ")))
            VALUES (\(row.columns.map { _ in "?" }.joined(separator: ", ")))
            """, row.values.map { $0 })
    }

    /// Whether there are rows, by what follows FROM.
    package func has(_ rows: String, _ arguments: [(any SQLConvertible)?] = []) throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM \(rows))", arguments) ?? false
    }

    /// How many rows there are, by what follows FROM.
    package func count(_ rows: String, _ arguments: [(any SQLConvertible)?] = []) throws -> Int {
        try value("SELECT count(*) FROM \(rows)", arguments) ?? 0
    }
}
