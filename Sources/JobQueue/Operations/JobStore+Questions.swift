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

    /// Asks a model, in a transaction of its own; returns whether it was asked.
    public func ask(
        _ question: Question, of person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            var numbers = try Self.lockForQuestion(question, of: person, now: now, tx)
            guard try Self.isPresent(person, tx) else { return false }
            return try Self.ask(question, of: person, &numbers, self, now: now, tx)
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
        _ store: JobStore, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        let isKnown: Bool =
            try tx.value(
                "SELECT EXISTS (SELECT 1 FROM asked WHERE space = ? AND person = ? AND key = ?)",
                person.arguments + [question.key]) ?? false
        guard !isKnown, try !wasPaid(question, of: person, store, tx) else { return false }
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
            try !takenPlaces(
                of: person, question.kind, on: requiredLimits(tx).day(of: now), tx
            ).reach(most, store, tx)
        else { return false }
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
        return true
    }

    /// Whether the payments journal told of a question that was paid; only after a restore does it tell of any.
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

    /// Keeps the answer of a question whose job has ended; whoever left meanwhile, and what is gone, has none.
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

    /// Takes back what was asked about a thing that is gone, and forgets the words; it is never asked again.
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
        if let id = JobID(rawValue: job) {
            try transition(
                .found(id), from: [.waiting], to: .cancelled,
                reason: CancellationReason.forgotten.rawValue, now: now, tx)
        }
        try forgetWords(of: job, tx)
    }

    /// Removes what a job was told and what came back, unless it runs.
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
