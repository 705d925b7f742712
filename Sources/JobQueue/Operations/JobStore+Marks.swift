/// What an operator says of a headshot; the raw value is stable and stored.
public enum JobMark: String, Sendable, CaseIterable {
    /// It is one to use.
    case chosen
    /// It is one not to use.
    case aside
}

extension JobStore {
    /// Marks jobs, all in one transaction; with `nil`, takes their marks away.
    ///
    /// A job that was removed gets none.
    public func mark(_ jobs: [JobID], as mark: JobMark?) throws(JobQueueError) {
        try write { tx in
            for job in jobs {
                guard let mark else {
                    try tx.run("DELETE FROM job_mark WHERE job = ?", [job.rawValue])
                    continue
                }
                try tx.run(
                    """
                    INSERT INTO job_mark (job, mark) SELECT id, CAST(? AS TEXT) FROM job WHERE id = ?
                    ON CONFLICT (job) DO UPDATE SET mark = excluded.mark
                    """, [mark.rawValue, job.rawValue])
            }
        }
    }

    /// The marks of those of some jobs that have one.
    public nonisolated func marks(
        of jobs: [JobID]
    ) async throws(JobQueueError) -> [JobID: JobMark] {
        try await read { tx in
            var marks: [JobID: JobMark] = [:]
            for job in jobs {
                let name: String? = try tx.value(
                    "SELECT mark FROM job_mark WHERE job = ?", [job.rawValue])
                marks[job] = name.flatMap(JobMark.init(rawValue:))
            }
            return marks
        }
    }
}
