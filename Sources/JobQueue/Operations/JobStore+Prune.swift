public import Foundation

/// Jobs removed from the queue, and their files.
public struct Removal: Sendable, Equatable {
    /// The jobs.
    public var jobs: [JobID]
    /// The paths of the files that they made.
    public var results: [String]
    /// The stored photos that no other job needs.
    public var photos: [String]
}

extension JobStore {
    /// The jobs that ended before a time, in states that are safe to remove; at most `limit`, oldest first.
    public nonisolated func removable(
        endedBefore moment: Date, states: [JobState], limit: Int
    ) async throws(JobQueueError) -> [Job] {
        guard !states.isEmpty else { return [] }
        return try await read { tx in
            let marks = states.map { _ in "?" }.joined(separator: ", ")
            return try tx.rows(
                """
                SELECT \(Job.columns) FROM job
                WHERE state IN (\(marks)) AND ended_at < ? AND \(hasEndedSQL)
                ORDER BY id LIMIT ?
                """, states.map(\.rawValue) + [moment.milliseconds, limit]
            ).map(Job.init(row:))
        }
    }

    /// Removes jobs that have ended, and marks their photos that no other job needs; charges stay.
    ///
    /// A photo that is marked can be removed: no job gets it any more.
    public func remove(_ ids: [JobID]) throws(JobQueueError) -> Removal {
        try write { tx in
            var removal = Removal(jobs: [], results: [], photos: [])
            for id in ids {
                let row = try tx.row(
                    """
                    DELETE FROM job WHERE id = ? AND state NOT IN ('waiting', 'running')
                    RETURNING \(Job.columns)
                    """, [id.rawValue])
                guard let job = try row.map(Job.init(row:)) else { continue }
                removal.jobs.append(id)
                if let result = job.result { removal.results.append(result) }
                removal.photos += job.inputs
            }
            if let last = removal.jobs.max() { try Self.markUsed(last.rawValue, tx) }
            removal.photos = try Self.markUnneeded(among: removal.photos, tx)
            return removal
        }
    }

    /// Cancels a person's waiting jobs and returns all jobs that have ended then.
    ///
    /// No webhook is told: what follows removes what it would be told.
    ///
    /// While jobs run, changes nothing and returns the running ones.
    public func prepareToForget(_ person: Person, now: Date) throws(JobQueueError) -> [Job] {
        try write { tx in
            let running = try tx.rows(
                """
                SELECT \(Job.columns) FROM job
                WHERE state = 'running' AND space = ? AND person = ? ORDER BY id
                """, person.arguments
            ).map(Job.init(row:))
            guard running.isEmpty else { return running }
            try tx.run(
                """
                UPDATE job SET state = 'cancelled', reason = ?, ended_at = ?
                WHERE state = 'waiting' AND space = ? AND person = ?
                """,
                [CancellationReason.forgotten.rawValue, now.milliseconds] + person.arguments)
            return try tx.rows(
                "SELECT \(Job.columns) FROM job WHERE space = ? AND person = ? ORDER BY id",
                person.arguments
            ).map(Job.init(row:))
        }
    }

    /// The jobs for which a person was charged, including those that were removed since.
    public nonisolated func chargedJobs(of person: Person) async throws(JobQueueError) -> [JobID] {
        try await read { tx in
            let ids: [Int64] = try tx.values(
                "SELECT DISTINCT job FROM charge WHERE space = ? AND person = ?",
                person.arguments)
            return ids.compactMap(JobID.init(rawValue:))
        }
    }

    /// Removes a person's id from the charges, whose sums stay, from those whom the space has met, and from what its
    /// webhook is to be told; then empties the log, which still holds the old pages.
    ///
    /// - Returns: How many charges there were.
    public func anonymiseCharges(of person: Person) throws(JobQueueError) -> Int {
        try write { tx in
            try tx.run("DELETE FROM person WHERE space = ? AND person = ?", person.arguments)
            try tx.run("DELETE FROM delivery WHERE space = ? AND person = ?", person.arguments)
            return try tx.run(
                "UPDATE charge SET person = NULL, receipt = NULL WHERE space = ? AND person = ?",
                person.arguments)
        } afterwards: { _, queue in
            try queue.emptyLog()
        }
    }

    /// The stored photos that jobs and uploads need.
    public nonisolated func neededPhotos() async throws(JobQueueError) -> Set<String> {
        try await read { tx in
            Set(
                try tx.values(
                    """
                    SELECT input FROM job WHERE input IS NOT NULL
                    UNION SELECT second_input FROM job WHERE second_input IS NOT NULL
                    UNION SELECT photo FROM upload
                    """))
        }
    }
}

extension Person {
    /// The arguments that identify the person in a statement: space and id, in this order.
    var arguments: [(any SQLConvertible)?] { [space.rawValue, rawValue] }
}

extension Job {
    /// The stored photos that the job needs.
    var inputs: [String] { [input, secondInput].compactMap(\.self) }
}
