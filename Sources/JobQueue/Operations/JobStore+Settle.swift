import CrashPoints
public import Foundation

extension JobStore {
    /// Writes the outcome of an attempt and returns it; `nil` if the claim was no longer valid.
    ///
    /// Without a valid claim the job is not changed, but the outcome for the charge and the gate is kept. A job that
    /// the user cancelled meanwhile does not wait.
    @discardableResult
    public func settle(
        _ claim: Claim, _ settlement: Settlement, now: Date
    ) throws(JobQueueError) -> JobEnd? {
        // Most answers change no gate, and their writers need not wait for one another.
        for exclusiveGates in [settlement.changesGates, true] {
            let written = try write(claim, settlement, exclusiveGates: exclusiveGates, now: now)
            guard let written else { continue }
            if written.hasForgotten { owesDiscard = true }
            return written.end
        }
        throw .refused(detail: "an outcome was neither written nor refused")
    }

    /// Writes an outcome; `nil`, with nothing written, if that needs the exclusive lock on the gates.
    ///
    /// - Returns: What became of the job, `nil` if the claim was no longer valid; and whether its words are removed, since what
    ///   they are about is gone.
    private func write(
        _ claim: Claim, _ settlement: Settlement, exclusiveGates: Bool, now: Date
    ) throws(JobQueueError) -> (end: JobEnd?, hasForgotten: Bool)? {
        if settlement.charge?.state == .paid, readLimits == nil { _ = try? lastLimits() }
        return try write(endsWork: true, isPayment: settlement.charge != nil) { [readLimits] tx in
            let provider = claim.job.provider
            if exclusiveGates { try tx.lock(.gates(of: provider, alone: true)) }
            switch settlement.charge?.state {
            case .free: try Self.lockPlaces(of: [claim.job.id], tx)
            case .paid:
                try Self.lockBudgets(of: claim.job.person.space, readLimits, now: now, tx)
            case .started, .unknown, nil: break
            }
            let holder = try tx.lock(job: claim.job.id)
            if !exclusiveGates, settlement.gate == .answered, try Self.isRecovering(provider, tx) {
                return nil
            }
            let charge = try settlement.charge.flatMap { end in
                try Self.settle(end, of: claim.job.id, now: now, tx)
            }
            var isOutage = false
            // A charge that was settled before says nothing new about the provider.
            if exclusiveGates, settlement.charge == nil || charge != nil {
                if let change = settlement.gate {
                    isOutage = try Self.change(
                        change, provider: provider, model: charge?.model, now: now, tx)
                }
                if let model = settlement.goneModel {
                    try Self.markGone(model, of: provider, now: now, tx)
                }
            }
            guard let hold = try ValidClaim(claim, holder) else {
                if charge != nil, settlement.charge?.state == .free {
                    try Self.continueUncertain(claim, now: now, tx)
                }
                return (end: nil, hasForgotten: false)
            }
            let outcome = (isOutage ? settlement.jobInOutage : nil) ?? settlement.job
            var end = outcome.of(claim.job, now: now)
            // It would wait only to be cancelled by the next worker.
            if hold.isCancelRequested, end.isWait { end = .cancelled }
            try Self.apply(end, to: claim, now: now, tx)
            let hasForgotten =
                try claim.job.fleeting != nil && Self.isForgotten(claim.job.id, tx)
            return (end: end, hasForgotten: hasForgotten)
        }
    }

    /// Lets a job wait again that was taken for uncertain before it was known that its charge is free.
    private static func continueUncertain(
        _ claim: Claim, now: Date, _ tx: any QueueTransaction
    ) throws {
        let id = claim.job.id
        let isCancelRequested: Bool =
            try tx.value("SELECT cancel_requested FROM job WHERE id = ?", [id.rawValue]) ?? false
        if isCancelRequested {
            try transition(
                .found(id), from: [.uncertain], to: .cancelled,
                reason: CancellationReason.cancelled.rawValue, now: now, tx)
        } else {
            try transition(
                .found(id), from: [.uncertain], to: .waiting,
                reason: WaitReason.interrupted.rawValue, due: now, now: now, tx)
        }
    }

    /// Makes a job wait behind those that are due, after a fault of the machine before any charge.
    ///
    /// Recovery handles all other jobs.
    ///
    /// - Returns: What was written; `nil` if nothing was.
    @discardableResult
    public func release(_ claim: Claim, now: Date) throws(JobQueueError) -> JobEnd? {
        try write(endsWork: true) { tx in
            guard let hold = try ValidClaim(claim, tx.lock(job: claim.job.id)),
                try Self.openCharge(of: claim.job.id, tx) == nil
            else { return nil }
            let end: JobEnd =
                hold.isCancelRequested
                ? .cancelled
                : .unsent(.interrupted, due: now + Setback.pause)
            try Self.apply(end, to: claim, now: now, tx)
            return end
        }
    }

    /// Stores the facts and findings of a claimed job's photo, as JSON; returns whether the claim was still valid.
    public func record(
        facts: String?, findings: String, for claim: Claim
    ) throws(JobQueueError) -> Bool {
        let seen = Report.seen(facts, findings)
        return try write(isNews: false) { tx in
            let isValid =
                try tx.run(
                    "UPDATE job SET facts = ?, findings = ? WHERE id = ? AND token = ?",
                    [
                        seen == nil ? facts : nil, seen == nil ? findings : nil,
                        claim.job.id.rawValue, claim.token,
                    ]) == 1
            if isValid, let seen { try Self.keep(seen: seen, of: claim.job.id, tx) }
            return isValid
        }
    }

    /// Writes what becomes of the job of a valid claim.
    static func apply(_ end: JobEnd, to claim: Claim, now: Date, _ tx: any QueueTransaction) throws
    {
        func finish(
            _ state: JobState, _ reason: String, _ detail: String? = nil, outcome: String? = nil,
            result: SavedResult? = nil
        ) throws {
            try transition(
                .claimed(claim), from: [.running], to: state, reason: reason, detail: detail,
                outcome: outcome, result: result, now: now, tx)
        }
        func wait(
            _ reason: WaitReason, due: Date, countsAttempt: Bool, _ detail: String?
        ) throws {
            try transition(
                .claimed(claim), from: [.running], to: .waiting, reason: reason.rawValue,
                detail: detail, due: due, countsAttempt: countsAttempt, now: now, tx)
        }
        switch end {
        case .succeeded(let outcome, let result):
            try finish(.succeeded, JobEnd.succeededReason, outcome: outcome, result: result)
            if let result { try store(result, of: claim.job, tx) }
        case .rejected(let reason): try finish(.rejected, reason)
        case .failed(let reason, let detail): try finish(.failed, reason.rawValue, detail)
        case .cancelled: try finish(.cancelled, CancellationReason.cancelled.rawValue)
        case .gaveUp(let reason): try finish(.cancelled, reason.rawValue)
        case .uncertain(let reason, let detail): try finish(.uncertain, reason.rawValue, detail)
        case .waits(let reason, let due, let countsAttempt, let detail):
            try wait(reason, due: due ?? claim.job.due, countsAttempt: countsAttempt, detail)
        case .setBack(let detail):
            // Behind the others, longer with each death of a worker or a decoder.
            let deaths = claim.job.crashes + 1
            try tx.send(
                "UPDATE job SET crashes = ? WHERE id = ? AND token = ?",
                [deaths, claim.job.id.rawValue, claim.token])
            try wait(
                .interrupted, due: now + Setback.wait(after: deaths), countsAttempt: false, detail)
        case .saving:
            try tx.send(
                "UPDATE job SET phase = 'saving' WHERE id = ? AND token = ?",
                [claim.job.id.rawValue, claim.token])
        }
    }

    /// A claim that is valid: the job has its token, as only a running one does.
    struct ValidClaim {
        /// Whether the user wants the job to stop.
        let isCancelRequested: Bool

        /// `nil` if the claim is not, or no longer, valid.
        ///
        /// - Parameter holder: What ``QueueTransaction/lock(job:)`` says of the job.
        init?(_ claim: Claim, _ holder: QueueRow?) throws {
            guard let row = holder, row["token"] == claim.token else { return nil }
            isCancelRequested = try row.required("cancel_requested")
        }
    }

    /// The condition that a charge is neither paid nor free.
    ///
    /// Not by the state itself, which is in an index: one id is looked up.
    private static let isOpenCharge = "coalesce(state, '') IN ('started', 'unknown')"

    /// Writes the outcome of a charge, and returns the charge as it was; a place that turns out free goes to the person's next
    /// job, and money that was not needed to the jobs that wait for it.
    ///
    /// A charge that is paid or free never changes again, even if a late process tries.
    @discardableResult
    static func settle(
        _ end: ChargeEnd, of job: JobID, now: Date, _ tx: any QueueTransaction
    ) throws -> Charge? {
        // A server that was replaced may have given the number to another job's charge.
        let row = try tx.row(
            "SELECT * FROM charge WHERE id = ? AND job = ? AND \(isOpenCharge)",
            [end.id, job.rawValue])
        guard let row else { return nil }
        try tx.send(
            """
            UPDATE charge
            SET state = ?, cost = ?, receipt = ?, settled_at = ?, line = \(tx.dialect.nextLine)
            WHERE id = ? AND \(isOpenCharge)
            """,
            [end.state.rawValue, end.cost, end.receipt, now.milliseconds, end.id])
        CrashPoint.reach(.chargeSettled)
        let charge = try Charge(row: row)
        let space = try row.required("space", Space.init(row:))
        switch end.state {
        case .free:
            try releasePlace(of: row.person(), charge.kind, in: space, now: now, tx)
        case .paid:
            try releaseUnspent(of: charge, cost: end.cost, in: space, now: now, tx)
        case .started, .unknown: break
        }
        return charge
    }
}

extension Settlement {
    /// Whether it certainly changes what gates or models are; an answer does so only after trouble.
    fileprivate var changesGates: Bool { goneModel != nil || (gate ?? .answered) != .answered }
}

extension JobEnd {
    /// Whether the job waits for another attempt.
    fileprivate var isWait: Bool {
        switch self {
        case .waits, .setBack: true
        case .succeeded, .rejected, .failed, .cancelled, .gaveUp, .uncertain, .saving: false
        }
    }
}
