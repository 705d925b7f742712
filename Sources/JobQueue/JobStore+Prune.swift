import CrashPoints
public import Foundation
import GRDB

/// Jobs that are taken out of the queue, and the files that went with them.
public struct Removal: Sendable, Equatable {
    /// The jobs.
    public var jobs: [JobID]
    /// Their headshots' paths.
    public var results: [String]
    /// The stored photos, by SHA-256, that no other job needs.
    public var photos: [String]
}

extension JobStore {
    /// The jobs that ended before a time, in states that lose nothing; at most `limit`, oldest first.
    public nonisolated func removable(
        endedBefore moment: Date, states: [JobState], limit: Int
    ) async throws(JobQueueError) -> [Job] {
        try await read { db in
            let marks = states.map { _ in "?" }.joined(separator: ", ")
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Job.columns) FROM job
                    WHERE state IN (\(marks)) AND ended_at < ? AND \(hasEndedSQL)
                    ORDER BY seq LIMIT ?
                    """,
                arguments: StatementArguments(states.map(\.rawValue))
                    + [moment.milliseconds, limit]
            ).map(Job.init(row:))
        }
    }

    /// Removes jobs that have ended, and their photos through `removePhoto` while no submit can want them; charges stay.
    ///
    /// - Parameter removePhoto: Removes a stored photo; called under the queue's lock, once for each that no job needs.
    public func remove(
        _ ids: [JobID], removePhoto: @Sendable (String) throws -> Void
    ) throws(JobQueueError) -> Removal {
        try write { db in
            var removal = Removal(jobs: [], results: [], photos: [])
            for id in ids {
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        DELETE FROM job WHERE id = ? AND state NOT IN ('waiting', 'running')
                        RETURNING \(Job.columns)
                        """, arguments: [id.rawValue])
                guard let job = try row.map(Job.init(row:)) else { continue }
                removal.jobs.append(id)
                if let result = job.result { removal.results.append(result) }
                removal.photos.append(job.photo)
            }
            removal.photos = try Self.unneeded(among: removal.photos, db)
            return removal
        } afterwards: { removal, _ in
            CrashPoint.reach(.rowsRemoved)
            for photo in removal.photos { try removePhoto(photo) }
        }
    }

    /// Takes a person's waiting jobs back and returns all that have ended then; changes nothing while a job runs, and returns
    /// those that do.
    public func prepareToForget(_ person: Person, now: Date) throws(JobQueueError) -> [Job] {
        try write { db in
            let running = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Job.columns) FROM job WHERE state = 'running' AND person = ? ORDER BY seq
                    """, arguments: [person.rawValue]
            ).map(Job.init(row:))
            guard running.isEmpty else { return running }
            try db.execute(
                sql: """
                    UPDATE job SET state = 'cancelled', reason = 'forgotten', ended_at = ?
                    WHERE state = 'waiting' AND person = ?
                    """, arguments: [now.milliseconds, person.rawValue])
            return try Row.fetchAll(
                db, sql: "SELECT \(Job.columns) FROM job WHERE person = ? ORDER BY seq",
                arguments: [person.rawValue]
            ).map(Job.init(row:))
        }
    }

    /// The jobs that a person was charged for, with those that were removed since.
    public nonisolated func chargedJobs(of person: Person) async throws(JobQueueError) -> [JobID] {
        try await read { db in
            try String.fetchAll(
                db, sql: "SELECT DISTINCT job FROM charge WHERE person = ?",
                arguments: [person.rawValue]
            ).compactMap(JobID.init)
        }
    }

    /// Takes a person's name off the charges, whose sums stay, and empties the log of what was there before.
    public func anonymiseCharges(of person: Person) throws(JobQueueError) -> Int {
        try write { db in
            try db.execute(
                sql: "UPDATE charge SET person = NULL, receipt = NULL WHERE person = ?",
                arguments: [person.rawValue])
            return db.changesCount
        } afterwards: { _, db in
            // The log still holds the pages as they were.
            _ = try db.checkpoint(.truncate)
        }
    }

    /// The photos that no job needs, each once; one look through all jobs, however many photos there are.
    static func unneeded(among photos: [String], _ db: Database) throws -> [String] {
        let wanted = try JSONEncoder().encode(photos)
        let needed = try String.fetchSet(
            db, sql: neededSQL, arguments: [String(decoding: wanted, as: UTF8.self)])
        return Set(photos).subtracting(needed).sorted()
    }

    /// The stored photos, by SHA-256, that jobs need.
    public nonisolated func neededPhotos() async throws(JobQueueError) -> Set<String> {
        try await read { db in Set(try String.fetchAll(db, sql: "SELECT DISTINCT photo FROM job")) }
    }
}

/// Those of the wanted photos, given as JSON, that jobs need; of ended jobs, from the index alone.
let neededSQL = """
    WITH wanted AS (SELECT value FROM json_each(?))
    SELECT photo FROM job INDEXED BY job_ended WHERE \(hasEndedSQL) AND photo IN wanted
    UNION ALL
    SELECT photo FROM job INDEXED BY job_open WHERE \(isOpenSQL) AND photo IN wanted
    """
