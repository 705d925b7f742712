package import JobQueue

extension JobStore {
    /// How many jobs wait, by reason: one person's, one provider's, or all.
    package nonisolated func waiting(
        of person: Person? = nil, provider: String? = nil
    ) async throws(JobQueueError) -> [WaitReason: Int] {
        try await read { tx in
            let condition = JobFilter(
                states: [.waiting], person: person, provider: provider
            ).condition(in: tx.dialect)
            let rows = try tx.rows(
                "SELECT reason, count(*) AS n FROM job WHERE \(condition.sql) GROUP BY reason",
                condition.arguments)
            var waiting: [WaitReason: Int] = [:]
            for row in rows {
                waiting[try row.required("reason", WaitReason.init)] = try row.required("n")
            }
            return waiting
        }
    }

    /// How many jobs of a provider wait that persons have.
    package nonisolated func waiting(
        ofEach persons: Set<Person>, provider: String
    ) async throws(JobQueueError) -> [Person: Int] {
        try await read { tx in
            var waiting: [Person: Int] = [:]
            for person in persons {
                waiting[person] = try tx.value(
                    tx.dialect.waitingOfPerson, person.arguments + [provider])
            }
            return waiting
        }
    }

    /// How many jobs of a provider wait, in all or in a space.
    package nonisolated func waitingCount(
        of provider: String, in space: Space? = nil
    ) async throws(JobQueueError) -> Int {
        try await read { tx in
            guard let space else {
                return try tx.value(tx.dialect.waitingOfAll, [provider]) ?? 0
            }
            return try tx.value(
                tx.dialect.waitingOfSpace, [provider, space.rawValue]) ?? 0
        }
    }
}
