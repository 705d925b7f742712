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
        try write { tx in
            var change = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return false }
            return try change.ask(tx) != nil
        }
    }

    /// Lets a job go on whose photo is in the store by now.
    ///
    /// - Returns: `false` if the job has ended meanwhile; then the photo is given up.
    public func releaseHeldJob(
        _ job: JobID, with photo: String, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            let count = try tx.run(
                """
                UPDATE job SET due_at = ?, reason = 'new'
                -- Before format 3, it waited as if its submitter had set a time.
                WHERE id = ? AND state = 'waiting' AND reason IN ('photo', 'scheduled')
                """, [now.milliseconds, job.rawValue])
            if count == 0 {
                try tx.run(
                    "INSERT INTO removal (photo) VALUES (?) ON CONFLICT DO NOTHING", [photo])
            }
            return count == 1
        }
    }

    /// Ends the fleeting jobs whose time is over, where no worker does; returns whether there may be some.
    public func endExpired(now: Date) async throws(JobQueueError) -> Bool {
        let hasSome = try await read { tx in
            try tx.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM job
                    WHERE state = 'waiting' AND expires_at IS NOT NULL AND expires_at <= ?
                        AND reason <> 'answered')
                """, [now.milliseconds]) ?? false
        }
        if hasSome {
            try write { tx in try Self.endExpired(now: now, tx) }
        }
        return hasSome
    }

    /// Takes the locks for a change of what is kept about a person's days, and for the question that goes with it.
    package nonisolated func lockDays(
        of person: Person, asking question: Question?, now: Date, _ tx: any QueueTransaction
    ) throws -> DaysChange {
        var numbers: JobNumbers?
        if question != nil {
            try tx.lock(.person(person, day: Self.requiredLimits(tx).day(of: now)))
            numbers = try JobNumbers(now: now, tx)
        }
        try tx.lock(.days(of: person))
        return DaysChange(
            person: person, question: question, numbers: numbers, store: self, now: now)
    }

    /// Asks, unless it was asked before or the day's slots are taken; returns the job, if there is one.
    ///
    /// A job without a charge counts as a place, too: no answer is promised that the cap forbids.
    fileprivate static func ask(
        _ question: Question, of person: Person, _ numbers: inout JobNumbers,
        _ store: JobStore, now: Date, _ tx: any QueueTransaction
    ) throws -> JobID? {
        let isKnown: Bool =
            try tx.value(
                "SELECT EXISTS (SELECT 1 FROM asked WHERE space = ? AND person = ? AND key = ?)",
                person.arguments + [question.key]) ?? false
        guard !isKnown, try !wasPaid(question, of: person, store, tx) else { return nil }
        let open: Int =
            try tx.value(
                """
                SELECT count(*) FROM job
                WHERE \(isOpenSQL) AND provider = ? AND space = ? AND person = ? AND kind = ?
                    AND NOT EXISTS (
                        SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
                """, [question.provider] + person.arguments + [question.kind.rawValue]) ?? 0
        let most = question.fleeting.dailyLimit - open
        guard most > 0,
            try !takenPlaces(
                of: person, question.kind, on: requiredLimits(tx).day(of: now), tx
            ).reach(most, store, tx)
        else { return nil }
        var job = NewJob(
            kind: question.kind, payload: question.payload, provider: question.provider,
            person: person,
            input: question.photo.map { JobInput(photo: $0, name: question.kind.rawValue) })
        job.fleeting = question.fleeting
        if question.photo != nil { job.notBefore = question.fleeting.until }
        let submission = try insert(
            job, &numbers, waitsForPhoto: question.photo != nil, now: now, tx)
        try tx.run(
            "INSERT INTO asked (space, person, key, job, asked_at) VALUES (?, ?, ?, ?, ?)",
            person.arguments + [question.key, submission.id.rawValue, now.milliseconds])
        CrashPoint.reach(.questionAsked)
        return submission.id
    }

    /// Whether the payments journal knew a question that was paid; it knows one only after a restore.
    private static func wasPaid(
        _ question: Question, of person: Person, _ store: JobStore, _ tx: any QueueTransaction
    ) throws -> Bool {
        let isRestored: Bool =
            try tx.value("SELECT EXISTS (SELECT 1 FROM charge WHERE question IS NOT NULL)")
            ?? false
        guard isRestored, let header = try store.ledgerHeader() else { return false }
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
    package static func forgetQuestion(
        _ key: String, of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws {
        let job: Int64? = try tx.value(
            "SELECT job FROM asked WHERE space = ? AND person = ? AND key = ?",
            person.arguments + [key])
        guard let job else { return }
        try tx.run("UPDATE asked SET answer = NULL, forgotten = 1 WHERE job = ?", [job])
        if let id = JobID(rawValue: job) {
            try transition(
                .found(id), from: [.waiting], to: .cancelled,
                reason: CancellationReason.forgotten.rawValue, now: now, tx)
        }
        try forgetWords(of: job, tx)
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

    /// Ends the fleeting jobs whose time is over.
    static func endExpired(now: Date, _ tx: any QueueTransaction) throws {
        let ids = try tx.rows(tx.dialect.expired, [now.milliseconds]).map { try $0.id("id") }
        for id in ids {
            try transition(
                .found(id), from: [.waiting], to: .cancelled,
                reason: CancellationReason.expired.rawValue, now: now, tx)
        }
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

/// A change of what is kept about a person's days, whose locks are held.
package struct DaysChange {
    fileprivate let person: Person
    fileprivate let question: Question?
    fileprivate var numbers: JobNumbers?
    fileprivate let store: JobStore
    fileprivate let now: Date

    /// Asks the question, if there is one; returns the new job, `nil` if there is none.
    @discardableResult
    package mutating func ask(_ tx: any QueueTransaction) throws -> JobID? {
        guard let question, var numbers else { return nil }
        defer { self.numbers = numbers }
        return try JobStore.ask(question, of: person, &numbers, store, now: now, tx)
    }
}
