import CrashPoints
public import Foundation

/// What recovery did with a job whose worker is gone.
public struct Recovery: Sendable, Equatable {
    /// The job.
    public let job: JobID
    /// The worker that is gone.
    public let worker: WorkerID
    /// The job's state now.
    public let state: JobState
    /// Why.
    public let reason: String
}

/// A complete answer in the spool, which proves that its charge is paid.
public struct SpooledAnswer: Sendable, Equatable {
    /// The answer's job; a queue restored from a backup may have reused the number of its charge.
    public var job: JobID
    /// What the answer says of its charge.
    public var charge: ChargeEnd

    /// Creates a proof.
    public init(job: JobID, charge: Int64, cost: Int? = nil, receipt: String? = nil) {
        self.job = job
        self.charge = ChargeEnd(id: charge, state: .paid, cost: cost, receipt: receipt)
    }
}

extension JobStore {
    /// The workers that hold jobs, alive or dead.
    public nonisolated func owners() async throws(JobQueueError) -> [WorkerID] {
        try await read { tx in
            try tx.values("SELECT DISTINCT owner FROM job WHERE state = 'running'")
                .compactMap { (owner: String) in WorkerID(owner) }
        }
    }

    /// Takes back the jobs of workers that are gone.
    ///
    /// Before the charge: the job waits again, behind the others, longer with each death of a worker. After the charge:
    /// it is saved if its answer is spooled, and uncertain otherwise. An uncertain job whose answer turns up after all
    /// is saved, too.
    ///
    /// - Parameters:
    ///   - killed: Workers that died; they never come back, since every run has a fresh id.
    ///   - ended: Workers that exited normally and could not release their jobs; this does not count as a death.
    ///   - spooled: The answers in the spool.
    ///   - payments: What the store of payments says of their charges; `nil` for a queue in a file.
    public func recover(
        from killed: [WorkerID], ended: [WorkerID] = [], spooled: [SpooledAnswer],
        payments: OpenPayments? = nil, now: Date
    ) throws(JobQueueError) -> [Recovery] {
        guard !killed.isEmpty || !ended.isEmpty || !spooled.isEmpty else { return [] }
        return try write(isPayment: true) { tx in
            let unsent = payments?.unsent.map(\.job) ?? []
            try Self.lockPlaces(of: unsent + spooled.map(\.job), tx)
            try Self.lockHeld(by: killed + ended, spooled, tx)
            var recoveries: [Recovery] = []
            for worker in killed + ended {
                let rows = try tx.rows(
                    """
                    SELECT \(Job.columns), token FROM job WHERE state = 'running' AND owner = ?
                    """, [worker.rawValue])
                for row in rows {
                    let job = try Job(row: row)
                    let claim = Claim(job: job, token: try row.required("token"), answered: nil)
                    let charge = try Self.openCharge(of: job.id, tx)
                    let answer = spooled.first { $0.charge.id == charge?.id && $0.job == job.id }
                    if let charge, answer == nil, let payments,
                        payments.states[charge.id] != charge.state
                    {
                        // Changed since, by a worker that was cut off and is back: the next look finds its answer.
                        continue
                    }
                    try Self.recover(
                        claim, charge, answer, wasKilled: killed.contains(worker),
                        isUnsent: payments?.unsent.contains { $0.charge == charge?.id } ?? false,
                        now: now, tx)
                    CrashPoint.reach(.orphanRecovered)
                    recoveries.append(try Self.recovery(of: job.id, from: worker, tx))
                }
            }
            for answer in spooled { _ = try Self.adopt(answer, now: now, tx) }
            return recoveries
        }
    }

    /// Locks the jobs of workers and of answers.
    private static func lockHeld(
        by workers: [WorkerID], _ answers: [SpooledAnswer], _ tx: any QueueTransaction
    ) throws {
        let ids: [Int64] = try workers.flatMap { worker in
            try tx.values(
                "SELECT id FROM job WHERE state = 'running' AND owner = ?", [worker.rawValue])
        }
        let jobs = ids.compactMap(JobID.init(rawValue:)) + answers.map(\.job)
        try tx.lock(all: jobs.map(QueueLock.job))
    }

    private static func recover(
        _ claim: Claim, _ open: Charge?, _ answer: SpooledAnswer?, wasKilled: Bool, isUnsent: Bool,
        now: Date, _ tx: any QueueTransaction
    ) throws {
        var charge = open
        var known: ChargeEnd?
        if answer == nil, let open, open.state == .started, isUnsent {
            known = ChargeEnd(id: open.id, state: .free)
            charge = nil
        }
        let decision = RecoveryDecision.of(
            charge: charge?.state, isAnswerSpooled: answer != nil,
            isCancelRequested: claim.job.isCancelRequested, wasKilled: wasKilled)
        let end: JobEnd
        switch decision {
        case .setBack: end = .setBack(detail: nil)
        case .waits: end = .unsent(.interrupted, due: now + Setback.pause)
        case .cancelled: end = .cancelled
        case .saves:
            end = .waits(.answered, due: nil, countsAttempt: true)
            known = answer?.charge
        case .uncertain:
            end = JobEnd.uncertain(reason: .workerDied, detail: nil).of(claim.job, now: now)
            known = charge.map { ChargeEnd(id: $0.id, state: .unknown) }
        case .answerLost: end = .failed(reason: .answerLost, detail: nil)
        }
        if let known { try settle(known, of: claim.job.id, now: now, tx) }
        try apply(end, to: claim, now: now, tx)
    }

    /// Continues jobs from answers in the spool when the user asks for it: uncertain ones, and those that failed
    /// because the answer could not be read or saved.
    ///
    /// Returns whether there was one.
    public func adopt(_ answers: [SpooledAnswer], now: Date) throws(JobQueueError) -> Bool {
        try write(isPayment: true) { tx in
            try tx.lock(all: answers.map { .job($0.job) })
            let adopted = try answers.map { try Self.adopt($0, revivingFailed: true, now: now, tx) }
            return adopted.contains(true)
        }
    }

    /// Continues an uncertain job whose answer is in the spool after all: paid bytes are never thrown away.
    ///
    /// - Returns: Whether the job continues.
    private static func adopt(
        _ answer: SpooledAnswer, revivingFailed: Bool = false, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        let id = answer.job
        let row = try tx.row("SELECT state, reason FROM job WHERE id = ?", [id.rawValue])
        let lacksAnswer = [FailureReason.answerLost, .resultUnwritable].contains {
            $0.rawValue == row?["reason"]
        }
        guard let end = try proven(by: answer, tx), let row,
            let state = try? row.required("state", JobState.init),
            state == .uncertain || revivingFailed && state == .failed && lacksAnswer
        else { return false }
        try settle(end, of: id, now: now, tx)
        try transition(
            .found(id), from: [state], to: .waiting, reason: WaitReason.answered.rawValue,
            now: now, tx)
        CrashPoint.reach(.answerAdopted)
        return true
    }

    /// What an answer proves of its charge; `nil` if the charge is free, or there is no charge.
    ///
    /// A server that has forgotten the charge may know the request by a later one, which never was sent.
    private static func proven(
        by answer: SpooledAnswer, _ tx: any QueueTransaction
    ) throws -> ChargeEnd? {
        let state: String? = try tx.value(
            "SELECT state FROM charge WHERE id = ? AND job = ?",
            [answer.charge.id, answer.job.rawValue])
        guard state != ChargeState.free.rawValue else { return nil }
        if state != nil { return answer.charge }
        return try openCharge(of: answer.job, tx).map { charge in
            var end = answer.charge
            end.id = charge.id
            return end
        }
    }

    private static func recovery(
        of id: JobID, from worker: WorkerID, _ tx: any QueueTransaction
    ) throws -> Recovery {
        guard let job = try job(id, tx) else {
            throw JobQueueError.refused(detail: "a recovered job is gone")
        }
        return Recovery(job: id, worker: worker, state: job.state, reason: job.reason)
    }
}
