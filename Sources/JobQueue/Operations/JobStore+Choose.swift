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
            // One statement for each sort reads its part of an index; one for all of them would read the index of all jobs.
            var (counts, last): ([JobChoice.Count], Int64) = ([], 0)
            for (kind, provider, state) in try filter.sorts(tx) {
                let statement = filter.only(kind, provider, state).counting(in: tx.dialect)
                let row = try tx.row(statement.sql, statement.arguments)
                guard let row, let newest: Int64 = row["last"] else { continue }
                last = max(last, newest)
                counts.append(
                    JobChoice.Count(
                        kind: kind, provider: provider, state: state, jobs: try row.count("n")))
            }
            return JobChoice(counts: counts, filter: filter, last: last)
        }
    }

    /// How many jobs of a kind each person has in a choice, by provider and state.
    public nonisolated func persons(
        of choice: JobChoice, kind: JobKind
    ) async throws(JobQueueError) -> [(person: Person, count: JobChoice.Count)] {
        try await read { tx in
            try choice.counts.filter { $0.kind == kind }.flatMap { sort in
                let condition = choice.filter.only(kind, sort.provider, sort.state)
                    .condition(in: tx.dialect)
                return try tx.rows(
                    """
                    SELECT space, person, count(*) AS n FROM job
                    WHERE \(condition.sql) AND id <= ? GROUP BY space, person
                    """, condition.arguments + [choice.last]
                ).map { row in
                    let count = JobChoice.Count(
                        kind: kind, provider: sort.provider, state: sort.state,
                        jobs: try row.count("n"))
                    return (try row.requiredPerson(), count)
                }
            }
        }
    }

    /// The next jobs of a choice, at most `limit`, without ``damagedJobs``; none when all were read.
    public nonisolated func next(
        of choice: inout JobChoice, limit: Int
    ) async throws(JobQueueError) -> [Job] {
        let (filter, position, last) = (choice.filter, choice.position, choice.last)
        let damaged = damagedJobs
        let jobs = try await read { tx in
            try tx.jobs(
                filter, .oldest(above: position, upTo: last), limit: limit, leavingOut: damaged
            ) { $0 }
        }
        choice.position = jobs.last?.id.rawValue ?? last
        return jobs
    }
}

extension JobFilter {
    /// The kinds, providers and states of the jobs that may pass, in this order, without sorts of which there is no job.
    fileprivate func sorts(
        _ tx: any QueueTransaction
    ) throws -> [(kind: JobKind, provider: String, state: JobState)] {
        try groups(possibleStates, tx).map { row in
            (
                JobKind(rawValue: try row.required("kind")), try row.required("provider"),
                try row.required("state", JobState.init)
            )
        }
    }

    /// How many jobs pass, and the newest one's number.
    func counting(in dialect: Dialect) -> SQLClause {
        let condition = condition(in: dialect)
        return (
            "SELECT count(*) AS n, max(id) AS last FROM job WHERE \(condition.sql)",
            condition.arguments
        )
    }

    /// The same filter for the jobs of one sort.
    fileprivate func only(_ kind: JobKind, _ provider: String, _ state: JobState) -> Self {
        var filter = self
        (filter.kind, filter.provider, filter.states) = (kind, provider, [state])
        return filter
    }
}
