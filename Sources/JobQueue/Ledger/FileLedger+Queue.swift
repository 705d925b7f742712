import CrashPoints
import Foundation

extension FileLedger {
    /// Brings the queue and its payments journal to the same state, whichever is behind.
    ///
    /// The journal is behind after a crash between a commit and its line; the queue is behind after a restore.
    func align(_ queue: SQLiteConnection) throws -> Reconciliation? {
        let known = try queue.read(Self.lastLine)
        let last = try lastNumber()
        var reconciliation: Reconciliation?
        if last > known {
            let lines = try lines(after: known)
            let header = try header()
            reconciliation = try queue.transaction { tx in
                try JobStore.reconcile(lines, header, tx)
            }
        }
        if try queue.read(Self.lastLine) > last { try record(queue) }
        return reconciliation
    }

    /// Throws ``JobQueueError/journalAhead`` if the journal has lines that the queue does not know, as after a restore that was
    /// cut short: the next charges would get numbers that the journal has already; under the lock.
    func requireKnown(_ tx: any QueueTransaction) throws {
        guard try lastNumber() <= Self.lastLine(tx) else { throw JobQueueError.journalAhead }
    }

    /// The header, which is written if the journal is empty; under the lock.
    func begin(_ queue: any QueueConnection) throws -> LedgerHeader {
        if let header = try header() { return header }
        let header = LedgerHeader(salt: try queue.randomDigits())
        try append([], header: header)
        return header
    }

    /// Writes changes of charges that are missing from the journal; under the lock.
    func record(_ queue: any QueueConnection) throws {
        var last = try lastNumber()
        // Those of a journal that was lost are all that there ever were.
        while let number = try recordSome(after: last, queue) { last = number }
    }

    /// Writes the next changes; returns the number of the last, `nil` after all of them.
    private func recordSome(after last: Int64, _ queue: any QueueConnection) throws -> Int64? {
        let rows = try queue.read { tx in
            try tx.rows(
                """
                SELECT charge.*, asked.key AS asked_key
                FROM charge LEFT JOIN asked ON asked.job = charge.job
                WHERE charge.line > ? ORDER BY charge.line LIMIT ?
                """, [last, Self.linesAtOnce])
        }
        guard !rows.isEmpty else { return nil }
        CrashPoint.reach(.journalBehind)
        let header = try header() ?? LedgerHeader(salt: queue.randomDigits())
        let lines = try rows.map { try LedgerLine($0, header) }
        // A line that cannot be read again would keep every process from opening the queue.
        guard lines.allSatisfy(\.isSound) else { throw DamagedRow(column: "line") }
        try append(lines, header: header)
        CrashPoint.reach(.journalSynced)
        return rows.count < Self.linesAtOnce ? nil : lines.last?.line
    }

    /// Some megabytes of memory.
    static let linesAtOnce = 10_000

    /// The number of the journal line of the newest change of any charge.
    private static func lastLine(_ tx: any QueueTransaction) throws -> Int64 {
        try tx.value("SELECT max(line) FROM charge") ?? 0
    }
}

extension LedgerLine {
    init(_ row: QueueRow, _ header: LedgerHeader) throws {
        let charge = try Charge(row: row)
        let person = try row.person()
        let key: String? = row["asked_key"]
        self.init(
            line: try row.required("line"), at: (charge.settled ?? charge.started).milliseconds,
            charge: charge.id, job: charge.job, kind: charge.kind,
            space: try row.required("space"),
            person: person.map { header.mark(of: $0, on: charge.day) } ?? row["mark"],
            day: charge.day, provider: charge.provider, model: charge.model, state: charge.state,
            estimate: charge.estimate, bound: charge.bound, cost: charge.cost,
            question: person.flatMap { person in key.map { header.mark(of: $0, of: person) } }
                ?? row["question"])
    }
}
