/// A transaction on a link to PostgreSQL; it begins with its first statement.
///
/// BEGIN, the locks and the statements whose outcome is not needed are sent in one round trip with the next statement.
package final class PostgresTransaction: QueueTransaction {
    private let link: PostgresLink
    private let admit: ((PostgresBeginning) throws -> Void)?
    private var begun: PostgresBeginning?
    private var mustBeReconciled = false
    private var order = LockOrder()
    private var unsent: [PostgresStatement]
    /// The advisory locks that the next statement needs.
    private var locks: [NamedLock] = []
    private var isOpen = false
    /// Whether a statement has changed rows, or may have.
    private(set) var hasChanged = false

    /// Sends nothing yet.
    ///
    /// - Parameters:
    ///   - begin: The statement that begins it.
    ///   - admit: Refuses, by throwing, before any answer is used; `nil` asks nothing of the queue as a whole.
    init(
        _ link: PostgresLink, _ begin: String, admit: ((PostgresBeginning) throws -> Void)? = nil
    ) {
        self.link = link
        self.admit = admit
        unsent = [PostgresStatement(sql: begin)]
        if admit != nil { unsent.append(PostgresBeginning.question) }
    }

    package var kind: EngineKind { .postgres }

    @discardableResult
    package func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
        try answer(sql, arguments).changed
    }

    package func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
        try answer(sql, arguments).rows.first
    }

    package func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
        try answer(sql, arguments).rows
    }

    package func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) {
        hasChanged = true
        add(sql, arguments)
    }

    /// The server's; see ``PostgresSession/incarnation``.
    package var incarnation: String? { link.session?.incarnation }

    /// Refuses a server that may have forgotten what was paid, until the queue has learned it again.
    package func requireReconciled() throws {
        mustBeReconciled = true
        try begun?.refuseForgetful()
    }

    /// Waits for the lock before the next statement, as long as the link's settings allow; a debug build checks the order.
    package func lock(_ lock: NamedLock) {
        assert(order.take(lock), "\(lock) was taken too late")
        // A statement has no room for any number of them.
        if locks.count == Self.mostAtOnce { unsent.append(advise()) }
        locks.append(lock)
    }

    package func row(
        locking lock: NamedLock, _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> QueueRow? {
        assert(order.take(lock), "\(lock) was taken too late")
        return try row(sql + " FOR UPDATE", arguments)
    }

    /// Commits, with what is unsent in the same round trip; sends nothing if nothing was asked.
    ///
    /// - Parameters:
    ///   - last: What is sent along.
    ///   - isNews: Whether to notify all listeners.
    func commit(after last: PostgresStatement? = nil, isNews: Bool = false) throws {
        // Whether it may write is not known yet.
        if admit != nil, hasChanged, begun == nil { _ = try flush() }
        guard isOpen || hasChanged else { return }
        isOpen = true
        try link.commit(after: unsent + [last].compactMap(\.self), isNews: isNews)
    }

    /// Undoes everything; on a lost link the server does so.
    func rollBack() {
        if isOpen { _ = try? link.command("ROLLBACK") }
    }

    private static let mostAtOnce = 8
    /// The first key of the locks of the first sort; those of the others follow.
    private static let firstKey = 80

    /// Takes the advisory locks, one after another; two whose names have the same hash share one, which only costs a wait.
    private func advise() -> PostgresStatement {
        defer { locks = [] }
        let calls = locks.map { lock in
            "pg_advisory_xact_lock\(lock.isShared ? "_shared" : "")"
                + "(\(Self.firstKey + lock.sort), hashtext(?))"
        }
        // The names are arguments, so that one plan serves them all.
        return PostgresStatement(
            sql: "SELECT " + calls.joined(separator: ", "),
            arguments: locks.map { lock in
                let names = [link.session?.schema ?? ""] + lock.names
                return .text(names.joined(separator: "\u{1F}"))
            })
    }

    private func answer(
        _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> PostgresAnswer {
        add(sql, arguments)
        let answer = try flush()
        if answer.changed > 0, !answer.tag.hasPrefix("SELECT") { hasChanged = true }
        return answer
    }

    private func add(_ sql: String, _ arguments: [(any SQLConvertible)?]) {
        if !locks.isEmpty { unsent.append(advise()) }
        unsent.append(
            PostgresStatement(sql: sql, arguments: arguments.map { $0?.sql ?? .null }))
    }

    /// Sends what is unsent; returns the answer to the last statement.
    private func flush() throws -> PostgresAnswer {
        let sent = unsent
        unsent = []
        isOpen = true
        let (answers, failure) = link.run(sent)
        // What it says of the queue comes before what became of the statements, which newer tables may not even know.
        if let admit, begun == nil, answers.count > 1 {
            // The second statement of the transaction.
            let begun = try PostgresBeginning(answers[1], of: link.session)
            self.begun = begun
            try admit(begun)
            if mustBeReconciled { try begun.refuseForgetful() }
        }
        if let failure { throw failure }
        return answers.last ?? PostgresAnswer()
    }
}

extension PostgresLink: QueueConnection {
    /// Runs one transaction in which each statement sees what was committed before it.
    ///
    /// So a statement after ``QueueTransaction/lock(_:)`` sees what the holder before has written.
    package func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value
    {
        try inTransaction(PostgresBeginning.begin, body)
    }

    /// Reads as of one moment.
    package func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        do {
            return try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
        } catch PostgresFailure.outcomeUnknown {
            // What reads can be read again.
            throw PostgresFailure.lost
        }
    }

    /// Made by the server.
    package func randomDigits() throws -> String {
        let row = try run("SELECT replace(CAST(gen_random_uuid() AS text), '-', '')").rows.first
        return row?[0] ?? ""
    }

    /// Lets the server overwrite what removed rows have left; it may be refused to this role.
    package func discardOldRows(of tables: [String]) throws -> Bool {
        // Few rows are removed at once: to start more processes for the indexes of a large table takes longer than to read them.
        _ = try? command("VACUUM (PARALLEL 0) " + tables.joined(separator: ", "))
        return true
    }

    private func inTransaction<Value>(
        _ begin: String, _ body: (any QueueTransaction) throws -> Value
    ) throws -> Value {
        let tx = PostgresTransaction(self, begin)
        do {
            let value = try body(tx)
            try tx.commit()
            return value
        } catch PostgresFailure.outcomeUnknown {
            throw PostgresFailure.outcomeUnknown
        } catch {
            tx.rollBack()
            throw error
        }
    }
}
