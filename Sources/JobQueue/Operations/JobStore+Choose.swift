/// The jobs that passed a filter at one moment, to be read page by page, oldest first.
///
/// Leaves out jobs that were submitted later, and jobs that no longer pass the filter when their page is read.
public struct JobChoice: Sendable, Equatable {
    /// How many jobs there were, by kind, provider and state.
    public let counts: [Count]
    let filter: JobFilter
    let last: Int64
    var position: Int64 = 0

    /// How many jobs of a kind and a provider were in a state.
    public struct Count: Sendable, Equatable {
        /// What sort of work they are.
        public let kind: JobKind
        /// The provider of the jobs.
        public let provider: String
        /// The state of the jobs.
        public let state: JobState
        /// How many.
        public let jobs: Int

        package init(kind: JobKind, provider: String, state: JobState, jobs: Int) {
            (self.kind, self.provider, self.state, self.jobs) = (kind, provider, state, jobs)
        }
    }
}

extension JobStore {
    /// Counts the jobs that pass a filter, so that the counts can be shown before anything is done.
    public nonisolated func choose(_ filter: JobFilter) async throws(JobQueueError) -> JobChoice {
        try await read { tx in
            let condition = filter.condition(in: tx.dialect)
            let rows = try tx.rows(
                """
                SELECT kind, provider, state, count(*) AS n, max(id) AS last FROM job
                WHERE \(condition.sql) GROUP BY kind, provider, state
                ORDER BY kind, provider, state
                """, condition.arguments)
            let counts = try rows.map { row in
                JobChoice.Count(
                    kind: JobKind(rawValue: try row.required("kind")),
                    provider: try row.required("provider"),
                    state: try row.required("state", JobState.init), jobs: try row.required("n"))
            }
            return JobChoice(
                counts: counts, filter: filter, last: rows.compactMap { $0["last"] }.max() ?? 0)
        }
    }

    /// How many jobs of a kind each person has in a choice, by provider and state.
    public nonisolated func persons(
        of choice: JobChoice, kind: JobKind
    ) async throws(JobQueueError) -> [(person: Person, count: JobChoice.Count)] {
        try await read { tx in
            let condition = choice.filter.condition(in: tx.dialect)
            return try tx.rows(
                """
                SELECT provider, state, space, person, count(*) AS n FROM job
                WHERE \(condition.sql) AND kind = ? AND id <= ?
                GROUP BY provider, state, space, person
                """, condition.arguments + [kind.rawValue, choice.last]
            ).map { row in
                let count = JobChoice.Count(
                    kind: kind, provider: try row.required("provider"),
                    state: try row.required("state", JobState.init), jobs: try row.required("n"))
                return (try row.requiredPerson(), count)
            }
        }
    }

    /// The next jobs of a choice, at most `limit`; none when all were read.
    public nonisolated func next(
        of choice: inout JobChoice, limit: Int
    ) async throws(JobQueueError) -> [Job] {
        let (filter, position, last) = (choice.filter, choice.position, choice.last)
        let jobs = try await read { tx in
            try tx.jobs(filter, .oldest(above: position, upTo: last), limit: limit)
        }
        choice.position = jobs.last?.id.rawValue ?? last
        return jobs
    }
}
