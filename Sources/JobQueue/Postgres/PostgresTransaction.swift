/// A transaction on a link to PostgreSQL.
final class PostgresTransaction: QueueTransaction {
    private let link: PostgresLink
    private var order = LockOrder()

    init(_ link: PostgresLink) { self.link = link }

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

    /// Waits for the lock as long as the link's settings allow; a debug build checks the order.
    func lock(_ lock: QueueLock) throws {
        assert(order.take(lock), "\(lock) was taken too late")
        switch lock {
        case .gates(let provider, alone: false):
            try advise(.gates, [provider], isShared: true)
        case .gates(let provider, alone: true): try advise(.gates, [provider])
        case .budget(let space, let day):
            try advise(.budget, [space == nil ? "all" : "space", space?.rawValue ?? "", day])
        case .person(let person, let day):
            try advise(.person, [person.space.rawValue, person.rawValue, day])
        case .job(let id): try run("SELECT 1 FROM job WHERE id = ? FOR UPDATE", [id.rawValue])
        case .numbers: try advise(.numbers, [])
        case .newPersons(let space): try advise(.newPersons, [space.rawValue])
        case .days(let person): try advise(.days, [person.space.rawValue, person.rawValue])
        }
    }

    /// What an advisory lock is about: its first key.
    ///
    /// The second key is a hash of the names. Two names with the same hash share a lock, which only costs a wait.
    private enum Subject: Int {
        case gates = 71
        case person, budget = 74
        case numbers = 76
        case newPersons, days
    }

    private func advise(_ subject: Subject, _ names: [String], isShared: Bool = false) throws {
        // The names are an argument, so that one plan serves them all.
        try run(
            "SELECT pg_advisory_xact_lock\(isShared ? "_shared" : "")(\(subject.rawValue), hashtext(?))",
            [names.joined(separator: "\u{1F}")])
    }

    private func answer(
        _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> PostgresAnswer {
        try link.run(sql, arguments.map { $0?.sql ?? .null })
    }
}

extension PostgresLink {
    /// Runs one transaction in which each statement sees what was committed before it.
    ///
    /// So a statement after ``QueueTransaction/lock(_:)`` sees what the holder before has written.
    func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN ISOLATION LEVEL READ COMMITTED", body)
    }

    /// Reads as of one moment.
    func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

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
