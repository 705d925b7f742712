import Foundation
import Ground

/// What a queue that was older than its payments journal learned from it, and a restored one from the queue before it.
public struct Reconciliation: Sendable, Equatable {
    /// Jobs that would have been charged again; they are uncertain now, and the user moves them on.
    public var parked: [JobID] = []
    /// Jobs that were charged and are not in the queue.
    public var missing: [JobID] = []
    /// How many charges were written or corrected.
    public var charges = 0
    /// The records of payments that cannot be read, with the reasons; a job whose record is among them is not sent again.
    public var unreadable: [String: String] = [:]
    /// Persons who were forgotten after the backup was made that was restored, and whom the queue knows again.
    public var forgotten: [Person] = []
}

extension JobStore {
    /// Writes what only the journal knows into the queue, and parks every job that may have been charged meanwhile.
    static func reconcile(
        _ lines: [LedgerLine], _ header: LedgerHeader?, _ tx: any QueueTransaction
    ) throws -> Reconciliation {
        var reconciliation = Reconciliation()
        if let last = lines.map(\.job).max() { try markUsed(last.rawValue, tx) }
        // Two servers at once may have given one number to charges of two jobs.
        let histories = Dictionary(grouping: lines) { Pair(charge: $0.charge, job: $0.job) }
            .sorted { ($0.key.charge, $0.key.job) < ($1.key.charge, $1.key.job) }
        var next = lines.last?.line ?? 0
        var marks = MarkTable(header: header)
        for (_, history) in histories {
            guard let first = history.first, let last = history.last else { continue }
            // No worker still waits for that answer.
            let isOpen = last.state == .started
            if isOpen { next = next.addingClamped(1) }
            let entry = LatestEntry(
                line: isOpen ? next : last.line, state: isOpen ? .unknown : last.state, last: last,
                started: first.at)
            try write(entry, &marks, tx)
            reconciliation.charges += 1
            guard entry.state != .free else { continue }
            switch try park(entry, tx) {
            case .parked: reconciliation.parked.append(last.job)
            case .missing: reconciliation.missing.append(last.job)
            case .ended: break
            }
        }
        return reconciliation
    }

    /// Identifies a charge even if two servers used one number.
    private struct Pair: Hashable {
        let charge: Int64
        let job: JobID
    }

    /// The last known state of a charge.
    private struct LatestEntry {
        let line: Int64
        let state: ChargeState
        let last: LedgerLine
        let started: Int64
    }

    private enum ParkingResult { case parked, missing, ended }

    private static func write(
        _ entry: LatestEntry, _ marks: inout MarkTable, _ tx: any QueueTransaction
    ) throws {
        let last = entry.last
        let words: [(any SQLConvertible & Sendable)?] = [
            entry.state.rawValue, last.cost, last.at, entry.line,
        ]
        // Otherwise the charge that was refused because the ledger already had a request for this job.
        for (condition, names) in [
            ("id = ? AND job = ?", [last.charge, last.job.rawValue]),
            ("job = ? AND state IN ('started', 'unknown')", [last.job.rawValue]),
        ] {
            let updated = try tx.run(
                "UPDATE charge SET state = ?, cost = ?, settled_at = ?, line = ? WHERE \(condition)",
                words + names)
            if updated > 0 { return }
        }
        let number: Int64? =
            try tx.has("charge WHERE id = ?", [last.charge])
            ? tx.value("SELECT max(id) + 1 FROM charge") : last.charge
        let person = try marks.person(of: last, tx)
        try tx.run(
            """
            INSERT INTO charge (
                id, job, kind, space, person, mark, question, day, provider, model, state, estimate,
                bound, cost, started_at, settled_at, line)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                number, last.job.rawValue, last.kind.rawValue, last.space, person,
                person == nil ? last.person : nil, last.question, last.day, last.provider,
                last.model, entry.state.rawValue, last.estimate, last.bound, last.cost,
                entry.started, last.at,
                entry.line,
            ])
    }

    /// The persons of a queue by their marks, computed once for each space and day however many lines there are.
    private struct MarkTable {
        let header: LedgerHeader?
        private var persons: [String: [String]] = [:]
        private var byMark: [Day: [String: String]] = [:]

        private struct Day: Hashable {
            let space: String
            let day: String
        }

        init(header: LedgerHeader?) { self.header = header }

        /// The person for whom a charge counts, if the queue knows that person.
        mutating func person(
            of line: LedgerLine, _ tx: any QueueTransaction
        ) throws -> String? {
            guard let mark = line.person, let header else { return nil }
            let owner: String? = try tx.value(
                "SELECT person FROM job WHERE id = ?", [line.job.rawValue])
            if let owner { return owner }
            let day = Day(space: line.space, day: line.day)
            if let known = byMark[day] { return known[mark] }
            let space = Space(row: line.space) ?? .commandLine
            let known = try persons(of: space, tx).compactMap { id in
                Person(id, in: space).map { (header.mark(of: $0, on: line.day), id) }
            }
            byMark[day] = Dictionary(known) { first, _ in first }
            return byMark[day]?[mark]
        }

        private mutating func persons(
            of space: Space, _ tx: any QueueTransaction
        ) throws -> [String] {
            if let known = persons[space.rawValue] { return known }
            let known: [String] = try tx.values(
                """
                SELECT person FROM job WHERE space = ?
                UNION SELECT person FROM charge WHERE space = ? AND person IS NOT NULL
                UNION SELECT person FROM invitee WHERE space = ? AND person <> ''
                """, [space.rawValue, space.rawValue, space.rawValue])
            persons[space.rawValue] = known
            return known
        }
    }

    private static func park(_ entry: LatestEntry, _ tx: any QueueTransaction) throws
        -> ParkingResult
    {
        let job = entry.last.job
        let row = try tx.row(
            "SELECT expires_at IS NULL AS waits FROM job WHERE id = ?", [job.rawValue])
        guard let row else { return .missing }
        // What is fleeting leaves nothing for a person to decide.
        let waits: Bool = try row.required("waits")
        let isParked = try transition(
            .found(job), from: [.waiting, .running], to: waits ? .uncertain : .failed,
            reason: waits
                ? UncertaintyReason.restored.rawValue : FailureReason.outcomeUnknown.rawValue,
            now: Date(milliseconds: entry.last.at), tx)
        return isParked ? .parked : .ended
    }
}
