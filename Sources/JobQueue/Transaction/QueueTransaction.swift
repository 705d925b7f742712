/// One transaction of the queue, whatever keeps it: every statement of work goes through one.
///
/// An engine may have to begin a transaction anew, so its body can run twice and changes nothing outside of it.
protocol QueueTransaction {
    /// How the engine spells what engines do not have in common.
    var dialect: Dialect { get }

    /// Runs a statement that returns nothing; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int

    /// The first row of a statement.
    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow?

    /// All rows of a statement.
    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow]

    /// Waits until no other transaction holds a lock in this one's way, and holds it to the end.
    ///
    /// Every body that writes by what it read names its locks first, in the order of ``QueueLock``.
    func lock(_ lock: QueueLock) throws
}

extension QueueTransaction {
    @discardableResult
    func run(_ sql: String) throws -> Int { try run(sql, []) }

    func row(_ sql: String) throws -> QueueRow? { try row(sql, []) }

    func rows(_ sql: String) throws -> [QueueRow] { try rows(sql, []) }

    /// The first column of the first row of a statement.
    func value<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// The first column of all rows of a statement, without those that have none.
    func values<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [Value] {
        try rows(sql, arguments).compactMap { $0[0] }
    }
}
