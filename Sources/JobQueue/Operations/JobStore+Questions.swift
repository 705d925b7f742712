import CrashPoints
public import Foundation

extension JobStore {
    /// What became of a person's question.
    public nonisolated func reply(
        to key: String, of person: Person, now: Date
    ) async throws(JobQueueError) -> Reply {
        try await read { tx in try Self.reply(to: key, of: person, now: now, tx) }
    }

    /// What became of a person's questions, by their keys; those that were not asked are left out.
    public nonisolated func replies(
        to keys: [String], of person: Person, now: Date
    ) async throws(JobQueueError) -> [String: Reply] {
        try await read { tx in
            var replies: [String: Reply] = [:]
            for key in keys {
                let reply = try Self.reply(to: key, of: person, now: now, tx)
                if reply != .none { replies[key] = reply }
            }
            return replies
        }
    }

    /// Asks a model, in a separate transaction; returns whether it was asked.
    public func ask(
        _ question: Question, of person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { [journal] tx in
            var numbers = try Self.lockForQuestion(question, of: person, now: now, tx)
            guard try Self.isPresent(person, tx) else { return false }
            return try Self.ask(question, of: person, &numbers, journal, now: now, tx)
        }
    }

    /// Takes the locks that a question needs, up to those of the person's days.
    ///
    /// - Parameter others: Locks between both.
    static func lockForQuestion(
        _ question: Question, of person: Person, and others: [QueueLock] = [], now: Date,
        _ tx: any QueueTransaction
    ) throws -> JobNumbers {
        try tx.lock(.person(person, day: requiredLimits(tx).day(of: now)))
        let numbers = try JobNumbers(now: now, tx)
        try tx.lock(all: others)
        try tx.lock(.days(of: person))
        return numbers
    }

    /// Asks, unless it was asked before or the day's places are taken; returns whether it was asked.
    ///
    /// A job without a charge counts as a place, too: no answer is promised that the cap forbids.
    static func ask(
        _ question: Question, of person: Person, _ numbers: inout JobNumbers,
        _ journal: any PaymentJournal, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        let isKnown: Bool =
            try tx.value(
                "SELECT EXISTS (SELECT 1 FROM asked WHERE space = ? AND person = ? AND key = ?)",
                person.arguments + [question.key]) ?? false
        guard !isKnown, try !wasPaid(question, of: person, journal, tx) else { return false }
        let open: Int =
            try tx.value(
                """
                SELECT count(*) FROM job
                WHERE \(isOpenSQL) AND provider = ? AND space = ? AND person = ? AND kind = ?
                    AND NOT EXISTS (
                        SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
                """, [question.provider] + person.arguments + [question.kind.rawValue]) ?? 0
        let most = question.fleeting.mostADay - open
        guard most > 0,
            try !prefetchPlaces(
                of: person, question.kind, on: requiredLimits(tx).day(of: now), tx
            ).reach(most, journal, tx)
        else { return false }
        var job = NewJob(
            kind: question.kind, payload: question.payload, provider: question.provider,
            person: person,
            input: question.photo.map { JobInput(photo: $0, name: question.kind.rawValue) })
        job.fleeting = question.fleeting
        if question.photo != nil { job.notBefore = question.fleeting.until }
        let submission = try insert(job, &numbers, now: now, tx)
        try tx.run(
            "INSERT INTO asked (space, person, key, job, asked_at) VALUES (?, ?, ?, ?, ?)",
            person.arguments + [question.key, submission.id.rawValue, now.milliseconds])
        CrashPoint.reach(.questionAsked)
        return true
    }

    /// Whether the payments journal knew a question that was paid; it knows one only after a restore.
    private static func wasPaid(
        _ question: Question, of person: Person, _ journal: any PaymentJournal,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        let isRestored: Bool =
            try tx.value("SELECT EXISTS (SELECT 1 FROM charge WHERE question IS NOT NULL)")
            ?? false
        guard isRestored, let header = try journal.header() else { return false }
        return try tx.value(
            "SELECT EXISTS (SELECT 1 FROM charge WHERE question = ? AND state <> 'free')",
            [header.mark(of: question.key, of: person)]) ?? false
    }

    /// Stores the answer, unless the person or the subject was deleted meanwhile.
    static func keepAnswer(
        _ outcome: String?, of claim: Claim, _ tx: any QueueTransaction
    ) throws {
        guard claim.job.fleeting != nil else { return }
        let job = claim.job.id.rawValue
        if try isForgotten(claim.job.id, tx) {
            try forgetWords(of: job, tx)
        } else if let outcome {
            try tx.send("UPDATE asked SET answer = ? WHERE job = ?", [outcome, job])
        }
    }

    /// Whether what a job asks about is gone.
    static func isForgotten(_ job: JobID, _ tx: any QueueTransaction) throws -> Bool {
        try tx.value("SELECT forgotten FROM asked WHERE job = ?", [job.rawValue]) ?? false
    }

    /// Withdraws the questions about a deleted thing, with their texts; they are never asked again.
    ///
    /// A request that is on its way goes on to its end, and then its words are forgotten.
    static func forgetQuestion(
        _ key: String, of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws {
        let job: Int64? = try tx.value(
            "SELECT job FROM asked WHERE space = ? AND person = ? AND key = ?",
            person.arguments + [key])
        guard let job else { return }
        try tx.run("UPDATE asked SET answer = NULL, forgotten = 1 WHERE job = ?", [job])
        let cancelled = try tx.run(
            """
            UPDATE job SET state = 'cancelled', reason = ?, ended_at = ?
            WHERE id = ? AND state = 'waiting'
            """, [CancellationReason.forgotten.rawValue, now.milliseconds, job])
        try forgetWords(of: job, tx)
        guard cancelled == 1, let id = JobID(rawValue: job) else { return }
        try announceEnd(of: id, at: now.milliseconds, tx)
    }

    /// Removes a job's question and its answer, unless it runs.
    private static func forgetWords(of job: Int64, _ tx: any QueueTransaction) throws {
        try tx.run(
            """
            UPDATE job SET payload = '{}', prompt = NULL, detail = NULL,
                outcome = CASE WHEN outcome IS NULL THEN NULL ELSE '{}' END
            WHERE id = ? AND state <> 'running'
            """, [job])
    }

    /// Ends the fleeting jobs whose time is over; returns whether there were any.
    static func endExpired(now: Date, _ tx: any QueueTransaction) throws -> Bool {
        let ids = try tx.rows(tx.dialect.expired, [now.milliseconds]).map { try $0.id("id") }
        for id in ids {
            try tx.send(
                """
                UPDATE job SET state = 'cancelled', reason = ?, ended_at = ?
                WHERE id = ? AND state = 'waiting'
                """,
                [CancellationReason.expired.rawValue, now.milliseconds, id.rawValue])
            try announceEnd(of: id, at: now.milliseconds, tx)
        }
        return !ids.isEmpty
    }

    private static func reply(
        to key: String, of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Reply {
        let row = try tx.row(
            """
            SELECT asked.answer, asked.job, job.state, job.reason, job.provider, job.expires_at
            FROM asked LEFT JOIN job ON job.id = asked.job
            WHERE asked.space = ? AND asked.person = ? AND asked.key = ?
            """, person.arguments + [key])
        guard let row else { return .none }
        if let answer: String = row["answer"] {
            return .answered(answer, provider: row["provider"] ?? "")
        }
        let state = (row["state"] as String?).flatMap(JobState.init)
        let isOver = row.optionalDate("expires_at").map { $0 <= now } ?? true
        switch state {
        case .running: return .pending(try row.id("job"))
        case .waiting where !isOver: return .pending(try row.id("job"))
        default: return .gone(reason: row["reason"] ?? CancellationReason.expired.rawValue)
        }
    }
}
