import CrashPoints
public import Foundation

/// What a ledger of objects needs of a queue on a server.
extension JobStore {
    /// The ledger's note of a charge; `nil` if there is none.
    public nonisolated func paymentNote(
        ofCharge id: Int64
    ) async throws(JobQueueError) -> PaymentNote? {
        try await notes("charge.id = ?", [id]).first
    }

    /// Charges whose outcome the ledger may not have yet, in the order in which they changed.
    ///
    /// - Parameter line: Only charges that changed since ``latestLine()`` returned this line.
    public nonisolated func unwrittenPayments(
        since line: Int64 = 0, limit: Int
    ) async throws(JobQueueError) -> [PaymentNote] {
        try await notes(
            """
            NOT charge.journaled AND charge.line >= ? AND charge.state <> 'started'
            ORDER BY charge.line LIMIT ?
            """, [line, limit])
    }

    /// The number of the latest change of a charge; a change that is committed later may have a smaller one.
    public nonisolated func latestLine() async throws(JobQueueError) -> Int64 {
        guard server != nil else { return 0 }
        return try await read { tx in
            // Unlike a query of the sequence, this needs no SELECT privilege.
            try tx.value("SELECT pg_sequence_last_value('charge_line')") ?? 0
        }
    }

    /// A charge whose outcome the ledger may not have yet; none if it has.
    public nonisolated func unwrittenPayment(
        ofCharge id: Int64
    ) async throws(JobQueueError) -> [PaymentNote] {
        try await notes(
            "charge.id = ? AND NOT charge.journaled AND charge.state <> 'started'", [id])
    }

    /// Notes that the ledger has these outcomes.
    public func markWritten(_ notes: [PaymentNote]) throws(JobQueueError) {
        try write(endsWork: true) { tx in
            for note in notes {
                // Not if it has changed meanwhile.
                try tx.run(
                    "UPDATE charge SET journaled = TRUE WHERE id = ? AND job = ? AND state = ?",
                    [note.charge, note.job.rawValue, note.state.rawValue])
            }
        }
    }

    /// The charges of workers' running jobs that are not known to be free.
    public nonisolated func openPayments(
        of workers: [WorkerID]
    ) async throws(JobQueueError) -> [PaymentNote] {
        var found: [PaymentNote] = []
        for worker in workers {
            found += try await notes(
                "job.state = 'running' AND job.owner = ? AND charge.state <> 'free'",
                [worker.rawValue])
        }
        return found
    }

    private nonisolated func notes(
        _ condition: String, _ arguments: [(any SQLConvertible & Sendable)?]
    ) async throws(JobQueueError) -> [PaymentNote] {
        guard let header = try ledgerHeader() else { return [] }
        return try await read { tx in
            try tx.rows(
                """
                SELECT charge.*, asked.key AS asked_key, job.token,
                    (SELECT count(*) FROM charge AS earlier
                    WHERE earlier.job = charge.job AND earlier.id < charge.id) + 1 AS attempt
                FROM charge
                LEFT JOIN asked ON asked.job = charge.job
                LEFT JOIN job ON job.id = charge.job
                WHERE \(condition)
                """, arguments
            ).map { row in
                PaymentNote(
                    job: try row.id("job"), attempt: try row.required("attempt"),
                    token: row["token"], line: try LedgerLine(row, header))
            }
        }
    }
}

extension JobStore {
    /// Forgets by which transactions programs could tell what had become of them that have gone since.
    public func removeOldMarks() throws(JobQueueError) {
        _ = try write(endsWork: true) { tx in
            try tx.run("DELETE FROM latest_write WHERE at < now() - interval '1 day'")
        }
    }

    /// How the queue's server is; `nil` for a queue in a file.
    package nonisolated func serverCondition() async throws(JobQueueError) -> ServerCondition? {
        guard var condition = try await server?.condition() else { return nil }
        condition.isReconciled = try await !needsReconciling()
        condition.unwrittenPayments = try await read { tx in
            try tx.count("charge WHERE NOT journaled AND state <> 'started'")
        }
        return condition
    }

    /// Sees to it that all programs of a queue on a server keep their files in one store; the first one names it.
    public func agree(onStore name: String) throws(JobQueueError) {
        let server = try onServer()
        let agreed: String? = try write { tx in
            if let named: String = try tx.value("SELECT store FROM meta") { return named }
            try tx.run("UPDATE meta SET store = ? WHERE store IS NULL", [name])
            return try tx.value("SELECT store FROM meta")
        }
        guard let agreed, agreed != name else { return }
        throw .otherStore(place: server.name, agreed: agreed, named: name)
    }
}

/// What a server's queue has forgotten, and learns again.
extension JobStore {
    /// Whether no worker may claim a job before ``learn(_:)``: the server was restored, or another one has taken its place.
    public nonisolated func needsReconciling() async throws(JobQueueError) -> Bool {
        guard server != nil else { return false }
        return try await read { tx in
            let known: String? = try tx.value("SELECT incarnation FROM meta")
            return known != tx.incarnation
        }
    }

    /// Makes everybody wait for ``learn(_:)``, because something shows that the queue has forgotten what was written.
    public func demandReconciling() throws(JobQueueError) {
        _ = try write(endsWork: true) { tx in try tx.run("UPDATE meta SET incarnation = 'unknown'")
        }
    }

    /// How far the queue's server has come.
    public nonisolated func position() async throws(JobQueueError) -> QueuePosition? {
        try await read { tx in
            guard let incarnation = tx.incarnation,
                let written: Int64 = try tx.value(
                    "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint)")
            else { return nil }
            let charge: Int64? = try tx.value("SELECT max(id) FROM charge")
            return QueuePosition(
                incarnation: incarnation, written: written, charge: charge ?? 0)
        }
    }

    /// Since when payments may be missing: open jobs are from then on, and so are the last days.
    public nonisolated func paymentsMatter(
        since days: TimeInterval, now: Date
    ) async throws(JobQueueError) -> Date {
        let oldest: Int64? = try await read { tx in
            try tx.value("SELECT min(id) FROM job WHERE \(isOpenSQL)")
        }
        let open = oldest.flatMap(JobID.init(rawValue:))?.submitted ?? now
        return min(open, now - days)
    }

    /// The charges of jobs that were submitted since a moment, as far as the queue knows.
    public nonisolated func knownPayments(
        since moment: Date
    ) async throws(JobQueueError) -> [PaymentName: ChargeState] {
        try await read { tx in try Self.knownPayments(from: .first(at: moment), tx) }
    }

    private static func knownPayments(
        from job: JobID, _ tx: any QueueTransaction
    ) throws -> [PaymentName: ChargeState] {
        var known: [PaymentName: ChargeState] = [:]
        var last: (job: JobID, attempt: Int)?
        let rows = try tx.rows(
            "SELECT job, state FROM charge WHERE job >= ? ORDER BY job, id", [job.rawValue])
        for row in rows {
            let job = try row.id("job")
            let attempt = last?.job == job ? (last?.attempt ?? 0) + 1 : 1
            last = (job, attempt)
            known[PaymentName(job: job, attempt: attempt)] =
                try row.required("state", ChargeState.init)
        }
        return known
    }

    /// Writes what only the ledger knows into the queue, parks every job that may have been charged meanwhile, and lets
    /// everybody claim again.
    ///
    /// Charges that the queue has already are corrected. A note that says `started` counts as unknown.
    ///
    /// - Returns: `nil` if another process was faster; then the notes change nothing.
    public func learn(_ notes: [PaymentNote]) throws(JobQueueError) -> Reconciliation? {
        let server = try onServer()
        let header = LedgerHeader(salt: server.salt)
        return try server.learn { tx in
            let jobs = Set(notes.map(\.job))
            try tx.lock(all: jobs.map(QueueLock.job))
            // A worker that met one of them has learned it meanwhile, and its own charge is another attempt now.
            let known = try jobs.min().map { try Self.knownPayments(from: $0, tx) } ?? [:]
            let news = notes.filter { PaymentNote.isNews($0.state, to: known[$0.name]) }
            let lines = try news.map { note in
                let number: Int64 = try tx.value("SELECT nextval('charge_line')") ?? 0
                return note.line.with(number, note.state == .started ? .unknown : note.state)
            }
            let reconciliation = try Self.reconcile(lines, header, tx)
            try tx.run(
                """
                SELECT setval(pg_get_serial_sequence('charge', 'id'), greatest(
                    (SELECT max(id) FROM charge), nextval(pg_get_serial_sequence('charge', 'id'))))
                """)
            CrashPoint.reach(.paymentsLearned)
            return reconciliation
        }
    }

    /// Writes a charge that was free and that the queue has forgotten, so that the job's next request counts as another one.
    public func learnFree(_ note: PaymentNote) throws(JobQueueError) {
        try write(endsWork: true) { tx in
            try tx.lock(.job(note.job))
            // Others number theirs downwards, too.
            try tx.lock(.numbers)
            // The forgotten one comes first: attempts are counted in the order of the charges.
            try tx.run(
                """
                INSERT INTO charge (
                    id, job, kind, space, mark, day, provider, model, state, estimate, bound,
                    started_at, settled_at, line)
                VALUES (
                    (SELECT least(min(id), 1) - 1 FROM charge),
                    ?, ?, ?, ?, ?, ?, ?, 'free', ?, ?, ?, ?, nextval('charge_line'))
                """,
                [
                    note.job.rawValue, note.line.kind.rawValue, note.line.space, note.line.person,
                    note.line.day, note.line.provider, note.line.model, note.line.estimate,
                    note.line.bound, note.line.at, note.line.at,
                ])
        }
    }
}

extension LedgerLine {
    func with(_ number: Int64, _ state: ChargeState) -> LedgerLine {
        LedgerLine(
            line: number, at: at, charge: charge, job: job, kind: kind, space: space,
            person: person, day: day, provider: provider, model: model, state: state,
            estimate: estimate, bound: bound, cost: cost, question: question)
    }
}
