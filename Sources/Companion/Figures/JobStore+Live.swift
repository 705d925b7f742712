package import JobQueue

/// Whose open jobs somebody watches: all of a space, or those of one person in it.
package struct LiveScope: Hashable, Sendable {
    package let space: Space
    /// The person; `nil` for all.
    package let person: Person?

    package init(_ space: Space, person: Person? = nil) {
        self.space = space
        self.person = person
    }
}

extension JobStore {
    /// The jobs of some scopes that wait or run, with their states; a look into one index.
    package nonisolated func openJobs(
        of scopes: Set<LiveScope>
    ) async throws(JobQueueError) -> [LiveScope: [JobID: JobState]] {
        try await read { tx in
            var open: [LiveScope: [JobID: JobState]] = [:]
            for scope in scopes {
                let rows =
                    if let person = scope.person {
                        try tx.rows(tx.dialect.openOfPerson, person.arguments)
                    } else {
                        try tx.rows(tx.dialect.openOfSpace, [scope.space.rawValue])
                    }
                for row in rows {
                    open[scope, default: [:]][try row.id("id")] = try row.required(
                        "state", JobState.init)
                }
            }
            return open
        }
    }

    /// Some jobs with their charges, as of one moment; those that were removed or are damaged are left out.
    package nonisolated func jobsAndCharges(
        _ ids: Set<JobID>
    ) async throws(JobQueueError) -> [JobID: (job: Job, charges: [Charge])] {
        let damaged = damagedJobs
        return try await read { tx in
            var found: [JobID: (job: Job, charges: [Charge])] = [:]
            for id in ids {
                found[id] = try damaged.leavingOut(id) {
                    try Self.job(id, tx).map {
                        (job: $0, charges: try Self.charges(of: id, tx))
                    }
                }
            }
            return found
        }
    }
}
