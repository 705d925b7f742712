import CrashPoints
public import Foundation
import GRDB

/// What became of a job that was handed in.
public enum Submission: Sendable, Equatable {
    /// It is in the queue, and stays there whatever happens.
    case queued(JobID)
    /// The same person handed in a job with the same key before: this one.
    case existing(JobID)

    /// The job that was made or found.
    public var id: JobID {
        switch self {
        case .queued(let id), .existing(let id): id
        }
    }
}

extension JobStore {
    /// Puts jobs into the queue, all or none; returns once they are on the disk.
    public func submit(_ jobs: [NewJob], now: Date) throws(JobQueueError) -> [Submission] {
        try write { db in
            let submissions = try jobs.map { try Self.insert($0, now: now, db) }
            CrashPoint.reach(.jobsInserted)
            return submissions
        }
    }

    static func insert(_ job: NewJob, now: Date, _ db: Database) throws -> Submission {
        let due = job.notBefore ?? now
        let reason: WaitReason = due > now ? .scheduled : .new
        try db.run(
            """
            INSERT INTO job (
                id, kind, payload, provider, person, key, photo, photo_name, priority, state, reason, due_at,
                retry_of, created_at)
            VALUES (?, 'headshot', ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)
            ON CONFLICT (person, key) WHERE key IS NOT NULL DO NOTHING
            """,
            [
                job.id.rawValue, job.payload, job.provider, job.person.rawValue, job.key,
                job.photo, job.photoName.cleaned(atMost: LongestWords.name), job.priority,
                reason.rawValue, due.milliseconds,
                job.retryOf?.rawValue, now.milliseconds,
            ])
        if db.changesCount == 1 { return .queued(job.id) }
        let existing: String? = try db.value(
            "SELECT id FROM job WHERE person = ? AND key = ?", [job.person.rawValue, job.key])
        guard let id = existing.flatMap(JobID.init) else {
            throw JobQueueError.refused(detail: "a job was neither queued nor found by its key")
        }
        return .existing(id)
    }
}
