public import Foundation

extension JobStore {
    /// Ends the fleeting jobs whose time is over, where no worker does; returns whether there may be some.
    public func endExpired(now: Date) async throws(JobQueueError) -> Bool {
        let hasSome = try await read { tx in
            try tx.has("job WHERE \(tx.dialect.hasExpired)", [now.milliseconds])
        }
        if hasSome {
            try write { tx in try Self.endExpired(now: now, tx) }
        }
        return hasSome
    }

    /// Whether the payments journal knew a question that was paid; it knows one only after a restore.
    package nonisolated func wasPaid(
        _ key: String, of person: Person, _ tx: any QueueTransaction
    ) throws -> Bool {
        guard try tx.has("charge WHERE question IS NOT NULL"), let header = try ledgerHeader()
        else { return false }
        return try tx.has(
            "charge WHERE question = ? AND state <> 'free'", [header.mark(of: key, of: person)])
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
        try tx.run(
            """
            DELETE FROM report WHERE job = ?
                AND NOT EXISTS (SELECT 1 FROM job WHERE id = report.job AND state = 'running')
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
}
