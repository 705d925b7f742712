import CrashPoints
public import Foundation

/// Whether a worker may send a request.
public enum ChargeStart: Sendable, Equatable {
    /// The charge is on the disk; the request may be sent, once.
    case started(Charge)
    /// Nothing may be sent, and this has become of the job: the cap or a budget was reached meanwhile, the gate closed, the
    /// user cancelled it, or it is fleeting and its time is over.
    case left(JobEnd)
    /// The claim is no longer valid; another process has the job.
    case lost
}

extension JobStore {
    /// Writes the charge of a claimed job; checks the cap and the gate in the same transaction.
    ///
    /// Returns ``ChargeStart/started(_:)`` only after the charge and its line in the payments journal are synced. In
    /// all other cases nothing may be sent, and the job's new state is written.
    public func startCharge(
        for claim: Claim, _ draft: ChargeDraft, now: Date
    ) throws(JobQueueError) -> ChargeStart {
        var exclusiveGates = false
        while true {
            let cap = try lastLimits()
            switch try start(claim, draft, cap, exclusiveGates: exclusiveGates, now: now) {
            case .decided(let start):
                if case .left(.waits(.budget, _, _, _)) = start { shortDay = cap.day(of: now) }
                return start
            case .needsExclusiveGates: exclusiveGates = true
            case .otherLimits: readLimits = nil
            }
        }
    }

    /// How an attempt to start a charge ended; unless it decided, nothing was written.
    private enum StartAttempt {
        case decided(ChargeStart)
        /// A gate allows few requests, so that processes must count one after another.
        case needsExclusiveGates
        /// The queue has other limits by now.
        case otherLimits
    }

    private func start(
        _ claim: Claim, _ draft: ChargeDraft, _ cap: DailyCap, exclusiveGates: Bool, now: Date
    ) throws(JobQueueError) -> StartAttempt {
        try write(isPayment: true, isNews: false) { tx in
            try tx.requireReconciled()
            let day = cap.day(of: now)
            try tx.lock(.gates(of: draft.provider, alone: exclusiveGates))
            let space = claim.job.person.space
            if cap.spend != nil { try tx.lock(.dayBudget(day)) }
            if space != .commandLine { try tx.lock(.budget(of: space)) }
            try tx.lock(.person(claim.job.person, day: day))
            let holder = try tx.lock(job: claim.job.id)
            guard try Self.limits(tx) == cap else { return .otherLimits }
            guard let hold = try ValidClaim(claim, holder) else { return .decided(.lost) }
            guard claim.job.provider == draft.provider else {
                throw JobQueueError.refused(detail: "a job was charged to another provider")
            }
            func leave(_ end: JobEnd) throws -> StartAttempt {
                let end = end.of(claim.job, now: now)
                try Self.apply(end, to: claim, now: now, tx)
                return .decided(.left(end))
            }
            if hold.isCancelRequested { return try leave(.cancelled) }
            if let fleeting = claim.job.fleeting, fleeting.until <= now {
                return try leave(.gaveUp(.expired))
            }
            let gates = try Self.gates(
                of: PaidProvider(name: draft.provider, model: draft.model), tx)
            if !exclusiveGates, gates.contains(where: { $0.allowed != nil }) {
                return .needsExclusiveGates
            }
            guard try gates.allSatisfy({ try Self.mayPass($0, now: now, tx) }) else {
                let isHalted = gates.contains(where: \.isHalted)
                return try leave(.unsent(isHalted ? .providerHalted : .cooldown))
            }
            let most = claim.job.fleeting?.dailyLimit ?? cap.charges
            let places = try Self.takenPlaces(
                of: claim.job.person, claim.job.kind, on: day,
                also: "\(tx.dialect.nextCharge) AS next", tx)
            if try places.reach(most, self, tx) {
                return try leave(.unsent(.dailyCap, due: cap.nextDay(after: now)))
            }
            let bound = try Self.bound(of: draft, claim.job.kind, tx)
            let spent = try Self.spentBudget(before: bound, of: space, cap, now: now, tx)
            if let spent {
                let next = cap.nextDay(after: now)
                let left = try leave(.unsent(.budget, due: next))
                if claim.job.fleeting == nil {
                    let name = spent == .ofSpace ? space.rawValue : HoldingSQL.everySpace
                    try Self.noteSpent(of: draft.provider, in: name, until: next, tx)
                    try setAsideSpent(of: draft.provider, now: now, tx)
                }
                return left
            }
            guard let id: Int64 = places.row?["next"] else {
                throw JobQueueError.refused(detail: "a charge got no number")
            }
            let charge = Charge(
                id: id, job: claim.job.id, kind: claim.job.kind, day: day,
                provider: draft.provider, model: draft.model, state: .started,
                estimate: draft.estimate, bound: bound, cost: nil, receipt: nil,
                // As a row has it.
                started: Date(milliseconds: now.milliseconds), settled: nil)
            try Self.insert(charge, for: claim, draft, placesOfDay: most, tx)
            return .decided(.started(charge))
        } unrecorded: { start, queue in
            guard case .decided(.started(let charge)) = start else { return }
            // Nothing was sent, so nothing is owed; without a line in the ledger nothing may be sent.
            try queue.transaction { tx in
                try Self.lockPlaces(of: [claim.job.id], tx)
                try tx.lock(.job(claim.job.id))
                try Self.settle(
                    ChargeEnd(id: charge.id, state: .free), of: charge.job, now: now, tx)
                try Self.apply(.unsent(.interrupted), to: claim, now: now, tx)
            }
        }
    }

    /// Whether a request may be sent: never through a closed gate, and few at a time after it reopened.
    private static func mayPass(_ gate: Gate, now: Date, _ tx: any QueueTransaction) throws -> Bool
    {
        switch gate.verdict(at: now) {
        case .open: true
        case .closed, .halted: false
        case .atMost(let allowed): try requestsOut(through: gate, tx) < allowed
        }
    }

    /// The most that a request is expected to cost.
    ///
    /// Where the computed bound was exceeded before, such as after the provider has changed its prices, requests count by
    /// the highest cost from then on.
    private static func bound(
        of draft: ChargeDraft, _ kind: JobKind, _ tx: any QueueTransaction
    ) throws -> Int? {
        guard let bound = draft.bound else { return nil }
        let dearest: Int? = try tx.value(
            """
            SELECT max(cost) FROM charge
            WHERE provider = ? AND model = ? AND kind = ? AND cost > bound
            """, [draft.provider, draft.model, kind.rawValue])
        return max(bound, dearest ?? 0)
    }

    private static func requestsOut(through gate: Gate, _ tx: any QueueTransaction) throws -> Int {
        try tx.count(
            """
            job JOIN charge ON charge.job = job.id
            WHERE job.state = 'running' AND charge.state = 'started' AND charge.provider = ?
                \(gate.model == nil ? "" : "AND charge.model = ?")
            """, [gate.provider] + (gate.model.map { [$0] } ?? []))
    }

    /// Writes a charge, and what is sent for it.
    ///
    /// - Parameter placesOfDay: How many charges the person's day may have.
    private static func insert(
        _ charge: Charge, for claim: Claim, _ draft: ChargeDraft, placesOfDay: Int,
        _ tx: any QueueTransaction
    ) throws {
        // What is asked for a fleeting job may be about a person.
        let prompt =
            claim.job.fleeting == nil ? try keep(prompt: draft.prompt, tx) : draft.prompt
        try tx.send(
            """
            UPDATE job SET phase = 'uploading', prompt = ?, prompt_version = ?
            WHERE id = ? AND token = ?
            """,
            [prompt, draft.promptVersion, claim.job.id.rawValue, claim.token])
        // A server numbers the places itself, and refuses a charge beyond the last one, should the count have missed one.
        let (slot, last) = tx.dialect.numbersPlaces ? (", slot", ", \(placesOfDay)") : ("", "")
        try tx.send(
            """
            INSERT INTO charge (
                id, job, kind, space, person, day, provider, model, state, estimate, bound,
                started_at, line\(slot))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(tx.dialect.nextLine)\(last))
            """,
            [
                charge.id, charge.job.rawValue, charge.kind.rawValue,
                claim.job.person.space.rawValue, claim.job.person.rawValue, charge.day,
                charge.provider, charge.model, charge.state.rawValue, charge.estimate,
                charge.bound, charge.started.milliseconds,
            ])
        CrashPoint.reach(.chargeInserted)
    }

    /// The job's charge that is not known to be free; the schema allows only one.
    static func openCharge(of job: JobID, _ tx: any QueueTransaction) throws -> Charge? {
        try tx.row("SELECT * FROM charge WHERE job = ? AND state <> 'free'", [job.rawValue])
            .map(Charge.init(row:))
    }
}
