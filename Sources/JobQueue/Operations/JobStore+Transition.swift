import CrashPoints
import Foundation

extension JobStore {
    /// The jobs that a transition changes.
    enum Subject {
        /// The job of a valid claim, which this transaction has locked.
        case claimed(Claim)
        /// A job whose state this transaction has read.
        case found(JobID)
        /// A batch of a person's waiting jobs who leaves; their ends are announced to no webhook.
        case waiting(of: Person)
    }

    /// A worker's hold on a job; only a running job has one.
    struct Hold {
        let worker: WorkerID
        let token: String
        let phase: JobPhase
        /// The attempts so far, with this one.
        let attempts: Int
    }

    /// Changes the state of jobs: no other statement writes it.
    ///
    /// Sets every column that belongs to the new state, keeps the answer of a job that has ended, and announces its end. The
    /// announcement names the charge, so a charge is settled before.
    ///
    /// - Parameters:
    ///   - states: The states that the jobs may be in. A job in another one is not changed.
    ///   - detail: What explains the new state; a running job keeps the one that it has.
    ///   - due: When a job is due that waits; `nil` to leave that as it is.
    ///   - countsAttempt: Whether the attempt that has ended counts.
    ///   - hold: The hold of a job that runs.
    ///   - ended: When a job ended, if that was earlier.
    /// - Returns: Whether a job was changed.
    @discardableResult
    static func transition(
        _ subject: Subject, from states: [JobState], to state: JobState, reason: String,
        detail: String? = nil, due: Date? = nil, countsAttempt: Bool = true, hold: Hold? = nil,
        outcome: String? = nil, result: SavedResult? = nil, ended: Date? = nil, now: Date,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        guard states.allSatisfy({ $0.next.contains(state) }), (state == .running) == (hold != nil)
        else { throw JobQueueError.refused(detail: "a job cannot become \(state.rawValue)") }
        var columns: [(name: String, value: (any SQLConvertible)?)] = [
            ("state", state.rawValue), ("reason", reason), ("phase", hold?.phase.rawValue),
            ("owner", hold?.worker.rawValue), ("token", hold?.token),
        ]
        var counts = ""
        let made = subject.job == nil ? nil : Report.made(outcome)
        if let hold {
            columns += [("started_at", now.milliseconds), ("attempts", hold.attempts)]
        } else {
            columns += [
                ("detail", detail?.cleaned(atMost: LongestWords.detail)),
                ("ended_at", state.hasEnded ? (ended ?? now).milliseconds : nil),
            ]
        }
        if state.hasEnded {
            columns += [
                ("outcome", made == nil ? outcome : Report.outcomeElsewhere),
                ("result", subject.job.flatMap { result?.name(of: $0) }),
                ("result_hash", result?.digest),
            ]
        }
        if let due { columns.append(("due_at", due.milliseconds)) }
        if !countsAttempt {
            counts += ", attempts = CASE WHEN attempts > 1 THEN attempts - 1 ELSE 0 END"
        }
        if state == .waiting, reason == WaitReason.refused.rawValue {
            counts += ", refusals = refusals + 1"
        }
        let (condition, names) = subject.condition(in: states, tx.dialect)
        let sql = """
            UPDATE job SET \(columns.map { "\($0.name) = ?" }.joined(separator: ", "))\(counts)
            WHERE \(condition)
            """
        let values = columns.map(\.value) + names
        if subject.isLocked || state == .running {
            // Its outcome is known, so it may go with the next statement.
            try tx.send(sql, values)
            CrashPoint.reach(
                state == .running ? .jobTaken : state.hasEnded ? .jobEnded : .jobPutBack)
        } else if try tx.run(sql, values) == 0 {
            return false
        }
        guard state.hasEnded, let job = subject.job else { return true }
        if let made { try keep(made: made, of: job, tx) }
        if case .claimed(let claim) = subject {
            try keepAnswer(outcome, of: claim, tx)
            // The look is saved where no webhook can be.
            if claim.job.person.space == .commandLine { return true }
        }
        try announceEnd(of: job, at: now.milliseconds, tx)
        return true
    }
}

extension JobStore.Subject {
    /// The job, unless there are several.
    fileprivate var job: JobID? {
        switch self {
        case .claimed(let claim): claim.job.id
        case .found(let job): job
        case .waiting: nil
        }
    }

    /// Whether no other transaction can change the job meanwhile.
    fileprivate var isLocked: Bool {
        if case .claimed = self { true } else { false }
    }

    /// The condition of the statement, and what it is about.
    fileprivate func condition(
        in states: [JobState], _ dialect: Dialect
    ) -> (sql: String, names: [(any SQLConvertible)?]) {
        let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return switch self {
        case .claimed(let claim): ("id = ? AND token = ?", [claim.job.id.rawValue, claim.token])
        // Not by the state itself, which is in an index: one id is looked up.
        case .found(let job): ("id = ? AND coalesce(state, '') IN (\(names))", [job.rawValue])
        case .waiting(let person):
            (
                """
                id IN (\(dialect.holding.ofPerson) LIMIT \(JobStore.batch))
                    AND coalesce(state, '') IN (\(names))
                """, person.arguments
            )
        }
    }
}
