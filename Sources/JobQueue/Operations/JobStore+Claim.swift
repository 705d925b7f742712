import CrashPoints
public import Foundation

/// A worker's hold on a job; every write of the job must show the token, or it is refused.
public struct Claim: Sendable, Equatable {
    /// The job as it was when it was claimed.
    public let job: Job
    /// Proves the hold.
    public let token: String
    /// The paid charge whose answer only has to be saved, if there is one.
    public let answered: Charge?
}

/// What a worker that asks for a job gets.
public enum ClaimResult: Sendable, Equatable {
    /// A job to do.
    case claimed(Claim)
    /// Nothing is due; the next job is due at this time, unless a new one comes first.
    ///
    /// `nextSetBack` is when the next job is due that waits only because its worker died or the machine failed.
    case idle(nextDue: Date?, nextSetBack: Date? = nil)
    /// Jobs may be due, but a gate lets none through; `until` is `nil` if only another answer or the user can open it.
    case held(by: Gate, until: Date?)
    /// The next due jobs are of a kind or a payload that the worker does not understand: it leaves them out when it asks again.
    case notUnderstood([JobID])
}

extension JobStore {
    /// Claims the next due job for a worker.
    ///
    /// The spaces that have due jobs are served in turn, so that no space waits for the jobs of another. Within a space, the
    /// highest priority comes first, then the due time, then the arrival. A person at the cap is skipped: that person's
    /// jobs wait for the next day. A job whose answer is spooled needs no provider, and so neither gate nor cap.
    ///
    /// - Parameters:
    ///   - providers: The paid providers whose jobs the worker can do, in order of preference.
    ///   - freeProvider: The provider whose jobs the worker does itself. They have neither gate nor cap and come first,
    ///     since they take a second. A worker that has no slot for them passes `nil`, and so they never use up the slots of
    ///     paid jobs.
    ///   - lastServed: For each provider, the space of the job that the worker claimed last: the turn goes on after it.
    ///   - isAhead: Whether the worker has no free slot for another request. While a gate limits requests, it then
    ///     gets no job of a paid provider, so that another worker can use what is left.
    ///   - leftOut: Jobs that wait for a worker of a newer version; see ``ClaimResult/notUnderstood(_:)``.
    ///   - understands: Whether the worker understands a job; one that it does not understand is not changed.
    public func claim(
        for worker: WorkerID, token: String, providers: [PaidProvider] = [],
        freeProvider: String? = nil, lastServed: [String: Space] = [:], isAhead: Bool = false,
        leavingOut leftOut: Set<JobID> = [],
        understands: @escaping @Sendable (Job) -> Bool = { _ in true }, now: Date
    ) throws(JobQueueError) -> ClaimResult {
        let search = JobSearch(
            worker: worker, token: token, providers: providers, freeProvider: freeProvider,
            lastServed: lastServed, isAhead: isAhead,
            leftOut: "[\(leftOut.map { "\($0.rawValue)" }.joined(separator: ","))]",
            understands: understands, now: now)
        while true {
            switch try write(isNews: false, { tx in try search.attempt(self, tx) }) {
            case .ended(let result): return result
            case .full(let next): try postpone(next, now: now)
            }
        }
    }

    /// The provider and the space of the latest charge, with which a new worker's turn begins: so workers that do one job
    /// each serve all spaces, too.
    public nonisolated func lastServed() async throws(JobQueueError) -> [String: Space] {
        try await read { tx in
            guard
                let row = try tx.row("SELECT provider, space FROM charge ORDER BY id DESC LIMIT 1")
            else { return [:] }
            return [try row.required("provider"): try row.required("space", Space.init(row:))]
        }
    }

    /// Makes all due jobs of a person and a kind wait for the next day, so that a claim need not skip them one by one.
    private func postpone(_ next: Job, now: Date) throws(JobQueueError) {
        try write(isNews: false) { tx in
            let cap = try Self.requiredLimits(tx)
            try tx.lock(.person(next.person, day: cap.day(of: now)))
            // A place may have become free meanwhile.
            let places = try Self.takenPlaces(
                of: next.person, next.kind, on: cap.day(of: now), tx)
            guard try places.reach(cap.charges, self, tx) else { return }
            try tx.run(
                tx.dialect.postpone,
                [
                    cap.nextDay(after: now).milliseconds, next.person.space.rawValue,
                    next.person.rawValue, next.kind.rawValue, next.provider, now.milliseconds,
                ])
            CrashPoint.reach(.jobsPostponed)
        }
    }
}

/// A worker's search for the next job.
private struct JobSearch {
    let worker: WorkerID
    let token: String
    let providers: [PaidProvider]
    let freeProvider: String?
    let lastServed: [String: Space]
    let isAhead: Bool
    /// The jobs that the worker leaves out, as a JSON array.
    let leftOut: String
    let understands: @Sendable (Job) -> Bool
    let now: Date

    /// The result of one transaction.
    enum Attempt {
        case ended(ClaimResult)
        /// The person of a paid provider's next due job seems to be at the cap, counted without a lock.
        case full(Job)
    }

    func attempt(_ store: JobStore, _ tx: any QueueTransaction) throws -> Attempt {
        try tx.requireReconciled()
        let cap = try JobStore.requiredLimits(tx)
        let day = cap.day(of: now)
        guard let first = try tx.row(tx.dialect.claimContext, [now.milliseconds]) else {
            throw JobQueueError.refused(detail: "the queue says nothing of itself")
        }
        // What has just ended is not due.
        if try first.required("expired") { try JobStore.endExpired(now: now, tx) }
        if try first.required("answered"),
            let next = try tx.row(tx.dialect.answered, [leftOut]).map(Job.init(row:))
        {
            return .ended(try give(next, phase: .saving, tx))
        }
        var open = [freeProvider].compactMap(\.self)
        if let next = try freeProvider.flatMap({ try due(of: $0, day, tx) }).map(Job.init(row:)) {
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
                let places = JobStore.DailyUsage(
                    person: next.person, kind: next.kind, day: day, row: due)
                if next.fleeting == nil, understands(next),
                    try places.reach(cap.charges, store, tx)
                {
                    return .full(next)
                }
                return .ended(try give(next, phase: .preparing, tx))
            }
        }
        let nextDue = try earliest(tx.dialect.nextDue, open.map { [$0, "", leftOut] }, tx)
        guard let gate = closed.first?.gate else {
            let nextSetBack = try earliest(tx.dialect.nextSetBack, open.map { [$0, leftOut] }, tx)
            return .ended(.idle(nextDue: nextDue, nextSetBack: nextSetBack))
        }
        let openings =
            closed.compactMap(\.until)
            + (providers.count > 1 ? [nextDue] : [])
            .compactMap(\.self)
        return .ended(.held(by: gate, until: openings.min()))
    }

    /// The next due job of a provider.
    private func due(
        of provider: String, _ day: String, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        let last = lastServed[provider] ?? .commandLine
        return try tx.row(
            tx.dialect.claim, [provider, last.rawValue, now.milliseconds, day, leftOut])
    }

    private func earliest(
        _ sql: String, _ arguments: [[String]], _ tx: any QueueTransaction
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
