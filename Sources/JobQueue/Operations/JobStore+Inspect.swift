package import Foundation

extension JobStore {
    /// One job with its charges, oldest first, both as of one moment.
    public nonisolated func job(
        _ id: JobID
    ) async throws(JobQueueError) -> (job: Job, charges: [Charge])? {
        try await read { tx in
            guard let job = try Self.job(id, tx) else { return nil }
            return (job, try Self.charges(of: id, tx))
        }
    }

    /// The newest jobs that pass a filter, newest first.
    ///
    /// - Parameters:
    ///   - id: Only jobs that were submitted before this one; `nil` for all.
    ///   - needsAll: Whether to throw for a damaged job; otherwise it is left out, see ``damagedJobs``.
    public nonisolated func jobs(
        _ filter: JobFilter, olderThan id: JobID? = nil, limit: Int = 50, needsAll: Bool = false
    ) async throws(JobQueueError) -> [Job] {
        let damaged = needsAll ? nil : damagedJobs
        return try await read { tx in
            try tx.jobs(
                filter, .newest(below: id?.rawValue ?? .max), limit: limit, leavingOut: damaged
            ) { $0 }
        }
    }

    /// The newest jobs that pass a filter, newest first, with their charges, as of one moment; without ``damagedJobs``.
    ///
    /// - Parameter id: Only jobs that were submitted before this one; `nil` for all.
    public nonisolated func jobsAndCharges(
        _ filter: JobFilter, olderThan id: JobID? = nil, limit: Int
    ) async throws(JobQueueError) -> [(job: Job, charges: [Charge])] {
        let damaged = damagedJobs
        return try await read { tx in
            try tx.jobs(
                filter, .newest(below: id?.rawValue ?? .max), limit: limit, leavingOut: damaged
            ) { (job: $0, charges: try Self.charges(of: $0.id, tx)) }
        }
    }

    package static func charges(of job: JobID, _ tx: any QueueTransaction) throws -> [Charge] {
        try tx.rows("SELECT * FROM charge WHERE job = ? ORDER BY id", [job.rawValue])
            .map(Charge.init(row:))
    }

    /// The problems of the parts of a queue's file that do not grow with its past, and of some open jobs with their charges.
    package nonisolated func problemsInUse() async throws(JobQueueError) -> [String] {
        let problems = try await files().integrityProblems(of: Self.lastingTables)
        guard problems.isEmpty else { return problems }
        // A page that cannot be read throws.
        return try await read { tx in
            let open = try tx.jobs(where: "\(isOpenSQL) LIMIT ?", [Self.mostOpenJobs])
            for job in open { _ = try Self.charges(of: job.id, tx) }
            return []
        }
    }

    /// As many as are read in a moment.
    private static let mostOpenJobs = 1000

    private static let lastingTables = [
        "cap", "gate", "job_count", "mark", "model", "provider_sum", "space", "storage", "token",
    ]

    /// How many jobs have a result of which no hash is known, since an older version saved it; reads all jobs.
    package nonisolated func unhashedResults() async throws(JobQueueError) -> Int {
        try await read { tx in
            try tx.count("job WHERE result IS NOT NULL AND result_hash IS NULL")
        }
    }

    /// How many jobs are in each state.
    public nonisolated func counts() async throws(JobQueueError) -> [JobState: Int] {
        try await read { tx in try Self.counts(tx) }
    }

    /// How many jobs of a space are in each state.
    public nonisolated func counts(
        of space: Space
    ) async throws(JobQueueError) -> [JobState: Int] {
        try await read { tx in try Self.counts(tx, of: space) }
    }

    package static func counts(
        _ tx: any QueueTransaction, of space: Space? = nil
    ) throws -> [JobState: Int] {
        var counts: [JobState: Int] = [:]
        let condition = space == nil ? "" : " WHERE space = ?"
        let rows = try tx.rows(
            """
            SELECT state, sum(jobs) AS n FROM job_count\(condition) GROUP BY state HAVING sum(jobs) > 0
            """, space.map { [$0.rawValue] } ?? [])
        for row in rows {
            counts[try row.required("state", JobState.init)] = try row.count("n")
        }
        return counts
    }

    /// When the first of a provider's waiting jobs is due, or was; `nil` if none waits.
    package static func firstDue(
        of provider: String, _ tx: any QueueTransaction
    ) throws -> Date? {
        let arguments: [any SQLConvertible] =
            try [provider, "", "[]"] + Lookout.argument(nil, of: provider, after: .commandLine, tx)
        let due: Int64? = try tx.value(tx.dialect.nextDue, arguments)
        return due.map(Date.init(milliseconds:))
    }
}
