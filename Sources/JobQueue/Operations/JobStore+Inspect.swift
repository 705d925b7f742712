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
    /// - Parameter id: Only jobs that were submitted before this one; `nil` for all.
    public nonisolated func jobs(
        _ filter: JobFilter, olderThan id: JobID? = nil, limit: Int = 50
    ) async throws(JobQueueError) -> [Job] {
        try await read { tx in
            try tx.jobs(filter, Self.pageSQL, [id?.rawValue ?? Int64.max, limit])
        }
    }

    /// The newest jobs that pass a filter, newest first, with their charges, as of one moment.
    ///
    /// - Parameter id: Only jobs that were submitted before this one; `nil` for all.
    public nonisolated func jobsAndCharges(
        _ filter: JobFilter, olderThan id: JobID? = nil, limit: Int
    ) async throws(JobQueueError) -> [(job: Job, charges: [Charge])] {
        try await read { tx in
            try tx.jobs(filter, Self.pageSQL, [id?.rawValue ?? Int64.max, limit])
                .map { ($0, try Self.charges(of: $0.id, tx)) }
        }
    }

    /// What follows a condition to make a page of the jobs that meet it.
    static let pageSQL = " AND id < ? ORDER BY id DESC LIMIT ?"

    package static func charges(of job: JobID, _ tx: any QueueTransaction) throws -> [Charge] {
        try tx.rows("SELECT * FROM charge WHERE job = ? ORDER BY id", [job.rawValue])
            .map(Charge.init(row:))
    }

    /// How many jobs are in each state.
    public nonisolated func counts() async throws(JobQueueError) -> [JobState: Int] {
        try await read { tx in try Self.counts(tx) }
    }

    package static func counts(_ tx: any QueueTransaction) throws -> [JobState: Int] {
        var counts: [JobState: Int] = [:]
        for row in try tx.rows(countsSQL) {
            counts[try row.required("state", JobState.init)] = try row.required("n")
        }
        return counts
    }
}

/// How many jobs are in each state, from the indexes alone.
let countsSQL = """
    SELECT state, count(*) AS n FROM job WHERE \(isOpenSQL) GROUP BY state
    UNION ALL
    SELECT state, count(*) FROM job WHERE \(hasEndedSQL) GROUP BY state
    """
