/// A transaction on a link to PostgreSQL.
final class PostgresTransaction: QueueTransaction {
    private let link: PostgresLink
    private let begun: PostgresBeginning?
    private var order = LockOrder()
    /// Whether a statement has changed rows.
    private(set) var hasChanged = false

    /// - Parameter begun: What the server said at its beginning; `nil` if it only reads.
    init(_ link: PostgresLink, _ begun: PostgresBeginning? = nil) {
        self.link = link
        self.begun = begun
    }

    var dialect: Dialect { .postgres }

    @discardableResult
    func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
        try answer(sql, arguments).changed
    }

    func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
        try answer(sql, arguments).rows.first
    }

    func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
        try answer(sql, arguments).rows
    }

    /// The server's; see ``PostgresSession/incarnation``.
    var incarnation: String? { link.session?.incarnation }

    /// Refuses a server that may have forgotten what was paid, until the queue has learned it again.
    func requireReconciled() throws {
        if let begun, !begun.isReconciled { throw PostgresFailure.notReconciled }
    }

    /// Waits for the lock as long as the link's settings allow; a debug build checks the order.
    func lock(_ lock: QueueLock) throws {
        assert(order.take(lock), "\(lock) was taken too late")
        switch lock {
        case .job(let id): try run("SELECT 1 FROM job WHERE id = ? FOR UPDATE", [id.rawValue])
        case .gates(_, alone: false): try advise("pg_advisory_xact_lock_shared", lock.place)
        default: try advise("pg_advisory_xact_lock", lock.place)
        }
    }

    /// The first key of the locks of the first case; those of the others follow.
    private static let firstKey = 80

    /// Takes an advisory lock; two places whose names have the same hash share one, which only costs a wait.
    private func advise(_ function: String, _ place: QueueLock.Place) throws {
        // The names are an argument, so that one plan serves them all.
        try run(
            "SELECT \(function)(\(Self.firstKey + place.sort), hashtext(?))",
            [([link.session?.schema ?? ""] + place.names).joined(separator: "\u{1F}")])
    }

    private func answer(
        _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> PostgresAnswer {
        let answer = try link.run(sql, arguments.map { $0?.sql ?? .null })
        if answer.changed > 0, !answer.tag.hasPrefix("SELECT") { hasChanged = true }
        return answer
    }
}

extension PostgresLink: QueueConnection {
    /// Runs one transaction in which each statement sees what was committed before it.
    ///
    /// So a statement after ``QueueTransaction/lock(_:)`` sees what the holder before has written.
    func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN ISOLATION LEVEL READ COMMITTED", body)
    }

    /// Reads as of one moment.
    func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        do {
            return try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
        } catch PostgresFailure.outcomeUnknown {
            // What reads can be read again.
            throw PostgresFailure.lost
        }
    }

    /// Made by the server.
    func randomDigits() throws -> String {
        let row = try run("SELECT replace(CAST(gen_random_uuid() AS text), '-', '')").rows.first
        return row?[0] ?? ""
    }

    /// Lets the server overwrite what removed rows have left; it may be refused to this role.
    func discardOldRows() throws { _ = try? command("VACUUM job, charge, person, moment, scan") }

    private func inTransaction<Value>(
        _ begin: String, _ body: (any QueueTransaction) throws -> Value
    ) throws -> Value {
        _ = try command(begin)
        let value: Value
        do {
            value = try body(PostgresTransaction(self))
        } catch {
            // A link that cannot even do this is lost, and the server undoes what was open.
            _ = try? command("ROLLBACK")
            throw error
        }
        try commit()
        return value
    }
}
