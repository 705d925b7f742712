/// A transaction on a link to PostgreSQL; it begins with its first statement.
///
/// What needs no answer at once is sent in one round trip with the next statement that does.
final class PostgresTransaction: QueueTransaction {
    private let link: PostgresLink
    private let admit: ((PostgresBeginning) throws -> Void)?
    private let said = AnswerBox()
    private var begun: PostgresBeginning?
    private var mustBeReconciled = false
    private var order = LockOrder()
    private var unsent: [(statement: PostgresStatement, box: AnswerBox?)]
    /// The advisory locks that the next statement needs.
    private var locks: [(function: String, place: QueueLock.Place)] = []
    private var isOpen = false
    /// Whether a statement has changed rows, or may have.
    private(set) var hasChanged = false

    private final class AnswerBox {
        var answer: PostgresAnswer?
    }

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
        unsent = [(PostgresStatement(sql: begin), nil)]
        if admit != nil { unsent.append((PostgresBeginning.question, said)) }
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

    func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) {
        hasChanged = true
        add(sql, arguments)
    }

    func prefetch(_ sql: String, _ arguments: [(any SQLConvertible)?]) -> PrefetchedRows {
        let box = add(sql, arguments)
        return PrefetchedRows { [self] in
            if box.answer == nil { try flush() }
            return box.answer?.rows ?? []
        }
    }

    /// The server's; see ``PostgresSession/incarnation``.
    var incarnation: String? { link.session?.incarnation }

    /// Refuses a server that may have forgotten what was paid, until the queue has learned it again.
    func requireReconciled() throws {
        mustBeReconciled = true
        try begun?.refuseForgetful()
    }

    /// Waits for the lock before the next statement, as long as the link's settings allow; a debug build checks the order.
    func lock(_ lock: QueueLock) {
        if case .job(let id) = lock {
            _ = self.lock(job: id)
            return
        }
        assert(order.take(lock), "\(lock) was taken too late")
        // A statement has no room for any number of them.
        if locks.count == Self.mostAtOnce { unsent.append((advise(), nil)) }
        if case .gates(_, alone: false) = lock {
            locks.append(("pg_advisory_xact_lock_shared", lock.place))
        } else {
            locks.append(("pg_advisory_xact_lock", lock.place))
        }
    }

    func lock(job: JobID) -> PrefetchedRows {
        assert(order.take(.job(job)), "\(job) was locked too late")
        return prefetch(Self.holdSQL + " FOR UPDATE", [job.rawValue])
    }

    /// Commits; sends nothing if nothing was asked.
    ///
    /// - Parameter last: What is sent along.
    func commit(after last: PostgresStatement? = nil) throws {
        // Nobody was asked yet whether it may write.
        if admit != nil, hasChanged, begun == nil { try flush() }
        guard isOpen || hasChanged else { return }
        let last = unsent.map(\.statement) + [last].compactMap(\.self)
        isOpen = true
        try link.commit(after: last)
    }

    /// Undoes everything; on a lost link the server does so.
    func rollBack() {
        if isOpen { _ = try? link.command("ROLLBACK") }
    }

    private static let mostAtOnce = 8
    /// The first key of the locks of the first case; those of the others follow.
    private static let firstKey = 80

    /// Takes the advisory locks, one after another; two places whose names have the same hash share one, which only
    /// costs a wait.
    private func advise() -> PostgresStatement {
        defer { locks = [] }
        let calls = locks.map { "\($0.function)(\(Self.firstKey + $0.place.sort), hashtext(?))" }
        // The names are arguments, so that one plan serves them all.
        return PostgresStatement(
            sql: "SELECT " + calls.joined(separator: ", "),
            arguments: locks.map {
                let names = [link.session?.schema ?? ""] + $0.place.names
                return .text(names.joined(separator: "\u{1F}"))
            })
    }

    private func answer(
        _ sql: String, _ arguments: [(any SQLConvertible)?]
    ) throws -> PostgresAnswer {
        let box = add(sql, arguments)
        try flush()
        let answer = box.answer ?? PostgresAnswer()
        if answer.changed > 0, !answer.tag.hasPrefix("SELECT") { hasChanged = true }
        return answer
    }

    @discardableResult
    private func add(_ sql: String, _ arguments: [(any SQLConvertible)?]) -> AnswerBox {
        if !locks.isEmpty { unsent.append((advise(), nil)) }
        let box = AnswerBox()
        unsent.append(
            (PostgresStatement(sql: sql, arguments: arguments.map { $0?.sql ?? .null }), box))
        return box
    }

    private func flush() throws {
        let sent = unsent
        unsent = []
        isOpen = true
        let (answers, failure) = link.run(sent.map(\.statement))
        for (entry, answer) in zip(sent, answers) { entry.box?.answer = answer }
        // What it says of the queue comes before what became of the statements, which newer tables may not even know.
        if let admit, begun == nil, let answer = said.answer {
            let begun = try PostgresBeginning(answer, of: link.session)
            self.begun = begun
            try admit(begun)
            if mustBeReconciled { try begun.refuseForgetful() }
        }
        if let failure { throw failure }
    }
}

extension PostgresLink: QueueConnection {
    /// Runs one transaction in which each statement sees what was committed before it.
    ///
    /// So a statement after ``QueueTransaction/lock(_:)`` sees what the holder before has written.
    func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value {
        try inTransaction(PostgresBeginning.begin, body)
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
    func discardOldRows() throws -> Bool {
        _ = try? command("VACUUM job, charge, person, moment, scan")
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
