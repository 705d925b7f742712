/// One transaction of the queue on any engine; every statement of an operation goes through one.
///
/// An engine may have to restart a transaction, so its body can run twice and must have no other side effects.
protocol QueueTransaction {
    /// The SQL in which engines differ.
    var dialect: Dialect { get }

    /// Runs a statement that returns nothing; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int

    /// Runs a statement whose outcome nobody needs; it may be sent with the next one.
    func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws

    /// The first row of a statement.
    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow?

    /// All rows of a statement.
    @discardableResult
    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow]

    /// Says that a statement will be read, so that it can be asked together with others.
    ///
    /// It is run once, at the latest when its rows are read first; nothing that it depends on may be written before that.
    func prefetch(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> PrefetchedRows

    /// Refuses, by throwing, if the engine may have forgotten what was paid; asked by what leads to a request.
    func requireReconciled() throws

    /// Waits until no other transaction holds a conflicting lock, and holds this one to the end.
    ///
    /// A body that writes depending on what it read takes its locks first, in the order of ``QueueLock``.
    func lock(_ lock: QueueLock) throws

    /// Locks a job, and says that ``holdSQL`` will be read of it.
    func lock(job: JobID) throws -> PrefetchedRows
}

extension QueueTransaction {
    /// Who holds a job, and whether the user wants it to stop.
    static var holdSQL: String { "SELECT token, cancel_requested FROM job WHERE id = ?" }

    @discardableResult
    func run(_ sql: String) throws -> Int { try run(sql, []) }

    func row(_ sql: String) throws -> QueueRow? { try row(sql, []) }

    @discardableResult
    func rows(_ sql: String) throws -> [QueueRow] { try rows(sql, []) }

    /// The first column of the first row of a statement.
    func value<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// The first column of all rows of a statement, without NULLs.
    func values<Value: SQLConvertible>(
        _ sql: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [Value] {
        try rows(sql, arguments).compactMap { $0[0] }
    }
}

/// The rows of a statement that was announced; see ``QueueTransaction/prefetch(_:_:)``.
struct PrefetchedRows {
    private let read: () throws -> [QueueRow]

    init(_ read: @escaping () throws -> [QueueRow]) { self.read = read }

    /// All rows.
    func rows() throws -> [QueueRow] { try read() }

    /// The first row.
    func row() throws -> QueueRow? { try read().first }

    /// The first column of the first row.
    func value<Value: SQLConvertible>() throws -> Value? { try row()?[0] }
}
