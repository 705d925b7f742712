import CrashPoints
public import Foundation
import GRDB

/// A worker's hold on a job; every write of it must show the token, or it is refused.
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
    /// `nextSetBack` is when the next job is due that only waits because its worker died or the machine failed.
    case idle(nextDue: Date?, nextSetBack: Date? = nil)
    /// A job is prepared alone, or is the next and has to be: nothing more until one of the worker's own jobs has gone on.
    case alone
    /// Jobs may be due, but the gate lets none through now.
    case held(by: Gate, until: Date?)
}

extension JobStore {
    /// Takes the next due job for a worker, in one transaction.
    ///
    /// Highest priority first, then by due time, then by arrival. A person at the cap is passed over: that person's jobs
    /// wait for the next day. A job whose answer is spooled needs no provider, and so neither gate nor cap. A job that
    /// workers died over again and again is claimed by a worker that holds no other, and that one gets no other until it
    /// is prepared.
    ///
    /// - Parameters:
    ///   - provider: Whose jobs the worker can have made for money; `nil` for none.
    ///   - freeProvider: Whose jobs it makes by itself. They know neither gate nor cap and come first, since they are
    ///     done in a second.
    ///   - isAhead: Whether the worker has no place yet for another request. While the gate lets only so many jobs
    ///     through, it gets no job of a paid provider, so that another worker can use what is left.
    public func claim(
        for worker: WorkerID, token: String, provider: String?, freeProvider: String? = nil,
        cap: DailyCap, isAhead: Bool = false, now: Date
    ) throws(JobQueueError) -> ClaimResult {
        try write { [journal] db in
            let held = try Self.held(by: worker, db)
            if held.isPreparingAlone { return .alone }
            if let seq: Int64 = try db.value(answeredSQL) {
                return .claimed(try Self.take(seq, phase: .saving, worker, token, now, db))
            }
            if let freeProvider,
                let next = try db.row(claimSQL, [freeProvider, now.milliseconds])
            {
                if held.bars(next) { return .alone }
                return .claimed(try Self.take(next[0], phase: .preparing, worker, token, now, db))
            }
            guard let provider else { return try Self.idle([freeProvider], db) }
            let gate = try Self.gate(of: provider, now: now, db)
            switch gate.verdict(at: now) {
            case .halted: return .held(by: gate, until: nil)
            case .closed: return .held(by: gate, until: gate.opens)
            case .atMost(let allowed)
            where try isAhead || Self.runningCount(of: provider, db) >= allowed:
                return .held(by: gate, until: nil)
            case .open, .atMost: break
            }
            while let next = try db.row(claimSQL, [provider, now.milliseconds]) {
                let person: String = next[1]
                if try Self.isAtCap(person, cap, journal, now: now, db) {
                    try Self.postpone(person, of: provider, cap, now: now, db)
                    continue
                }
                if held.bars(next) { return .alone }
                return .claimed(try Self.take(next[0], phase: .preparing, worker, token, now, db))
            }
            return try Self.idle([freeProvider, provider], db)
        }
    }

    private static func idle(_ providers: [String?], _ db: Database) throws -> ClaimResult {
        func earliest(_ sql: String) throws -> Date? {
            try providers.compactMap(\.self).compactMap { provider -> Int64? in
                try db.value(sql, [provider])
            }.min().map(Date.init(milliseconds:))
        }
        return .idle(nextDue: try earliest(nextDueSQL), nextSetBack: try earliest(nextSetBackSQL))
    }

    /// The running jobs of a worker.
    private struct Held {
        let count: Int
        let isPreparingAlone: Bool

        /// Whether these stand in the way of a row of the claim.
        func bars(_ next: Row) -> Bool {
            let crashes: Int = next[2]
            return crashes >= Setback.deathsUntilAlone && count > 0
        }
    }

    private static func held(by worker: WorkerID, _ db: Database) throws -> Held {
        let row = try db.row(heldSQL, [worker.rawValue, Setback.deathsUntilAlone])
        return Held(count: row?[0] ?? 0, isPreparingAlone: row?[1] ?? false)
    }

    private static func runningCount(of provider: String, _ db: Database) throws -> Int {
        try db.value(
            "SELECT count(*) FROM job WHERE state = 'running' AND provider = ?", [provider]) ?? 0
    }

    /// Lets all due jobs of a person wait for the next day, at once, so that a claim never looks at them one by one.
    private static func postpone(
        _ person: String, of provider: String, _ cap: DailyCap, now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE job INDEXED BY job_open SET due_at = ?, reason = 'daily_cap'
                WHERE state = 'waiting' AND person = ? AND provider = ? AND due_at <= ?
                    AND reason <> 'answered'
                """,
            arguments: [
                cap.nextDay(after: now).milliseconds, person, provider, now.milliseconds,
            ])
        CrashPoint.reach(.jobsPostponed)
    }

    private static func take(
        _ seq: Int64, phase: JobPhase, _ worker: WorkerID, _ token: String, _ now: Date,
        _ db: Database
    ) throws -> Claim {
        let attempt = phase == .preparing ? 1 : 0
        let row = try db.row(
            """
            UPDATE job
            SET state = 'running', phase = ?, reason = 'claimed', owner = ?, token = ?,
                started_at = ?, attempts = attempts + ?
            WHERE seq = ? AND state = 'waiting'
            RETURNING \(Job.columns)
            """,
            [phase.rawValue, worker.rawValue, token, now.milliseconds, attempt, seq])
        guard let row else { throw JobQueueError.refused(detail: "a due job was not waiting") }
        CrashPoint.reach(.jobTaken)
        let job = try Job(row: row)
        let charge = phase == .saving ? try openCharge(of: job.id, db) : nil
        return Claim(job: job, token: token, answered: charge)
    }
}

/// The next job that only has to be saved; the planner would look through all waiting jobs by itself.
let answeredSQL = """
    SELECT seq FROM job INDEXED BY job_answered
    WHERE state = 'waiting' AND reason = 'answered' ORDER BY seq LIMIT 1
    """

/// The priorities that occur among a provider's waiting jobs, highest first: one look into the index for each.
private let levelsSQL = """
    WITH RECURSIVE level (priority) AS (
        SELECT (SELECT max(priority) FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ?1)
        UNION ALL
        SELECT (
            SELECT max(priority) FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ?1 AND priority < level.priority)
        FROM level WHERE level.priority IS NOT NULL
    )
    """

/// A provider's next due job, its person and its deaths; the cost grows neither with the jobs that have ended nor with those that are
/// due later.
let claimSQL =
    levelsSQL + """
        SELECT job.seq, job.person, job.crashes FROM level JOIN job ON job.seq = (
            SELECT seq FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ?1 AND priority = level.priority AND due_at <= ?2
            ORDER BY due_at, seq LIMIT 1)
        WHERE level.priority IS NOT NULL LIMIT 1
        """

/// How many jobs a worker holds, and whether one of them is prepared alone.
let heldSQL = """
    SELECT count(*), ifnull(max(phase = 'preparing' AND crashes >= ?2), 0)
    FROM job INDEXED BY job_open WHERE state = 'running' AND owner = ?1
    """

/// When a provider's next job is due that was set back.
let nextSetBackSQL = """
    SELECT min(due_at) FROM job INDEXED BY job_interrupted
    WHERE state = 'waiting' AND reason = 'interrupted' AND provider = ?
    """

/// When a provider's next waiting job is due.
let nextDueSQL =
    levelsSQL + """
        SELECT min((
            SELECT min(due_at) FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ?1 AND priority = level.priority))
        FROM level WHERE level.priority IS NOT NULL
        """
