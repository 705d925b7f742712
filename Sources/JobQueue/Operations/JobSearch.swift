import Foundation

/// A worker's search for the next job.
struct JobSearch {
    let worker: WorkerID
    let token: String
    let providers: [PaidProvider]
    let freeProvider: String?
    let lastServed: [String: Space]
    let isAhead: Bool
    /// The jobs that the worker leaves out, as a JSON array.
    let leftOut: String
    let offered: [JobID]
    let understands: @Sendable (Job) -> Bool
    let now: Date
    /// Whether a job is claimed that stands behind those of persons at the cap, before these are moved.
    var passes = false
    /// See ``JobStore/shortDay``.
    var shortDay: String?
    /// Where waiting jobs begin; `nil` without a long transaction.
    ///
    /// What it has learned stays true if the transaction fails.
    var lookout: Lookout?
    /// When a claim looks from the beginning again; `nil` without a lookout, and for a claim that looks from there.
    var looksAgain: Date?

    /// The result of one transaction.
    struct Attempt {
        var end: End
        /// A due job that a limit holds back, and that was passed over.
        var passed: Job?
        /// Whether no cap held back what is next of the paid providers.
        var isClear = false
        /// Whether jobs may follow a limit that lets them go.
        var follows = false
    }

    enum End {
        case ended(ClaimResult)
        /// The person of a paid provider's next due job seems to be at the cap, counted without a lock.
        case full(Job)
        /// The space of a paid provider's next due job seems to have no money left, counted without a lock.
        case spent(Job)
        /// Of these providers nothing is due but jobs in spaces without money.
        case behindSpent(ClaimResult, [String])
    }

    mutating func attempt(_ store: JobStore, _ tx: any QueueTransaction) throws -> Attempt {
        var attempt = Attempt(end: .ended(.idle(nextDue: nil)))
        attempt.end = try end(store, &attempt, tx)
        return attempt
    }

    private mutating func end(
        _ store: JobStore, _ attempt: inout Attempt, _ tx: any QueueTransaction
    ) throws -> End {
        try tx.requireReconciled()
        let cap = try JobStore.requiredLimits(tx)
        let day = cap.day(of: now)
        guard let first = try tx.row(tx.dialect.claimContext, [now.milliseconds]) else {
            throw JobQueueError.refused(detail: "the queue says nothing of itself")
        }
        attempt.follows = try first.required("follows")
        try lookout?.learn(tx)
        // What has just ended is not due.
        if try first.required("expired") { try JobStore.endExpired(now: now, tx) }
        if try first.required("answered"),
            let next = try tx.row(tx.dialect.answered, [leftOut]).map(Job.init(row:))
        {
            return .ended(try give(next, phase: .saving, tx))
        }
        var open = [freeProvider].compactMap(\.self)
        if let freeProvider, let next = try free(of: freeProvider, day, tx) {
            return .ended(try give(next, phase: .preparing, tx))
        }
        var closed: [ClosedGate] = []
        for provider in providers {
            if let gate = try closedGate(of: provider, tx) {
                closed.append(gate)
                continue
            }
            open.append(provider.name)
            if let due = try due(of: provider.name, day, tx) {
                let next = try Job(row: due)
                // The charge of a fleeting job counts by a separate cap, and does not wait.
                guard next.fleeting == nil, understands(next) else {
                    return .ended(try give(next, phase: .preparing, tx))
                }
                if shortDay ?? day == day, try JobStore.isSpent(next.person.space, day, tx) {
                    return .spent(next)
                }
                guard try isFull(next, due, cap, store, tx) else {
                    attempt.isClear = true
                    return .ended(try give(next, phase: .preparing, tx))
                }
                guard passes, let other = try free(behind: next, cap, store, tx) else {
                    return .full(next)
                }
                attempt.passed = next
                return .ended(try give(other, phase: .preparing, tx))
            }
        }
        // What came back with a time before the lookout's is due, too.
        let nextDue = try [
            earliest(
                tx.dialect.nextDue, open.map { try [$0, "", leftOut] + known(of: $0, tx) }, tx),
            looksAgain,
        ].compactMap(\.self).min()
        guard let gate = closed.first?.gate else {
            let nextSetBack = try earliest(tx.dialect.nextSetBack, open.map { [$0, leftOut] }, tx)
            attempt.isClear = true
            let result = ClaimResult.idle(nextDue: nextDue, nextSetBack: nextSetBack)
            guard let nextDue, nextDue <= now else { return .ended(result) }
            return .behindSpent(result, open)
        }
        let openings =
            closed.compactMap(\.until)
            + (providers.count > 1 ? [nextDue] : [])
            .compactMap(\.self)
        return .ended(.held(by: gate, until: openings.min()))
    }

    /// Whether the day of a job's person is full.
    ///
    /// - Parameter row: Has the columns of ``placesSQL(of:day:)``.
    private func isFull(
        _ job: Job, _ row: QueueRow, _ cap: DailyCap, _ store: JobStore,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        try JobStore.DailyUsage(
            person: job.person, kind: job.kind, day: cap.day(of: now), row: row
        ).reach(cap.charges, store, tx)
    }

    /// A due job that may go, though the next one may not: of those that were offered, the next one within a batch, or one at
    /// the ends of the queue, where new ones arrive.
    private func free(
        behind next: Job, _ cap: DailyCap, _ store: JobStore, _ tx: any QueueTransaction
    ) throws -> Job? {
        let (holding, day) = (tx.dialect.holding, cap.day(of: now))
        let space = next.person.space
        let last = lastServed[next.provider] ?? .commandLine
        let looks: [() throws -> [Int64]] = [
            { offered.map(\.rawValue) },
            {
                try tx.values(
                    holding.behind,
                    [
                        next.provider, space.rawValue, next.priority, now.milliseconds, day,
                        cap.charges, leftOut, next.due.milliseconds,
                    ])
            },
            {
                try tx.values(
                    holding.ends,
                    [
                        next.provider, last.rawValue, now.milliseconds, day, leftOut,
                        cap.charges,
                    ] + known(of: next.provider, after: last, tx))
            },
        ]
        for look in looks {
            for id in try look() {
                let row = try tx.row(
                    holding.found, [id, next.provider, now.milliseconds, day])
                guard let row else { continue }
                let job = try Job(row: row)
                guard try job.fleeting != nil || !isFull(job, row, cap, store, tx) else { continue }
                return job
            }
        }
        return nil
    }

    /// The next due job that costs nothing.
    ///
    /// Those of spaces without room are passed over from now on.
    private mutating func free(
        of provider: String, _ day: String, _ tx: any QueueTransaction
    ) throws -> Job? {
        for _ in 0..<Self.fullSpacesAtOnce {
            guard let next = try due(of: provider, day, tx).map(Job.init(row:)) else { return nil }
            let space = next.person.space
            guard space != .commandLine, try JobStore.isFull(space, tx) else { return next }
            try JobStore.noteSpent(
                of: provider, in: space.rawValue, until: now + Self.untilRoom, because: .storage,
                tx)
        }
        // The next claim goes on, and paid jobs do not wait for it.
        return nil
    }

    /// How many spaces one claim finds to be full at most, which takes some milliseconds.
    private static let fullSpacesAtOnce = 20
    /// In seconds; files that are removed let the jobs go before.
    private static let untilRoom: TimeInterval = 3600

    /// The next due job of a provider.
    private mutating func due(
        of provider: String, _ day: String, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        let last = lastServed[provider] ?? .commandLine
        let row = try tx.row(
            tx.dialect.claim,
            [provider, last.rawValue, now.milliseconds, day, leftOut]
                + known(of: provider, after: last, tx))
        if let row { try lookout?.begin(with: row, of: provider, now: now) }
        return row
    }

    private func known(
        of provider: String, after last: Space = .commandLine, _ tx: any QueueTransaction
    ) throws -> [any SQLConvertible] {
        try Lookout.argument(lookout, of: provider, after: last, tx)
    }

    private func earliest(
        _ sql: String, _ arguments: [[any SQLConvertible]], _ tx: any QueueTransaction
    ) throws -> Date? {
        try arguments.compactMap { try tx.value(sql, $0) as Int64? }.min()
            .map(Date.init(milliseconds:))
    }

    /// A gate that lets no job of its provider through now.
    private struct ClosedGate {
        let gate: Gate
        /// When it opens automatically.
        let until: Date?
    }

    private func closedGate(
        of provider: PaidProvider, _ tx: any QueueTransaction
    ) throws -> ClosedGate? {
        var closed: ClosedGate?
        for gate in try JobStore.gates(of: provider, tx) {
            switch gate.verdict(at: now) {
            case .halted: return ClosedGate(gate: gate, until: nil)
            case .closed:
                if gate.opens > closed?.until ?? .distantPast {
                    closed = ClosedGate(gate: gate, until: gate.opens)
                }
            case .atMost(let allowed)
            where try isAhead
                || tx.count("job WHERE state = 'running' AND provider = ?", [provider.name])
                    >= allowed:
                closed = closed ?? ClosedGate(gate: gate, until: nil)
            case .open, .atMost: break
            }
        }
        return closed
    }

    /// Gives the worker a job that this transaction has just read as the next one, if it understands it.
    ///
    /// Else all due jobs of the provider, the space and the priority are named that it does not understand: a newer program
    /// may have submitted thousands.
    private func give(
        _ next: Job, phase: JobPhase, _ tx: any QueueTransaction
    ) throws -> ClaimResult {
        if understands(next) { return .claimed(try take(next, phase: phase, tx)) }
        guard phase == .preparing else { return .notUnderstood([next.id]) }
        let due = try tx.rows(
            tx.dialect.dueOfPriority,
            [
                next.provider, next.person.space.rawValue, next.priority, now.milliseconds, leftOut,
            ]
        ).map(Job.init(row:))
        return .notUnderstood(
            [next.id] + due.filter { $0.id != next.id && !understands($0) }.map(\.id))
    }

    private func take(
        _ next: Job, phase: JobPhase, _ tx: any QueueTransaction
    ) throws -> Claim {
        var job = next
        job.state = .running
        job.phase = phase
        job.reason = "claimed"
        job.owner = worker
        job.started = Date(milliseconds: now.milliseconds)
        // Saving an answer does not count as an attempt.
        if phase == .preparing { job.attempts += 1 }
        try JobStore.transition(
            .found(next.id), from: [.waiting], to: .running, reason: job.reason,
            hold: JobStore.Hold(
                worker: worker, token: token, phase: phase, attempts: job.attempts),
            now: now, tx)
        let charge = phase == .saving ? try JobStore.openCharge(of: job.id, tx) : nil
        return Claim(job: job, token: token, answered: charge)
    }
}
