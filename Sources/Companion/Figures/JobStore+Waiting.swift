package import JobQueue

extension JobStore {
    /// How many jobs wait, by reason: one provider's, or all.
    package nonisolated func waiting(
        provider: String? = nil
    ) async throws(JobQueueError) -> [WaitReason: Int] {
        try await read { tx in
            let rows = try tx.rows(
                """
                SELECT reason, sum(jobs) AS n FROM job_count
                WHERE state = 'waiting'\(provider == nil ? "" : " AND provider = ?")
                GROUP BY reason HAVING sum(jobs) > 0
                """, [provider].compactMap(\.self))
            var waiting: [WaitReason: Int] = [:]
            for row in rows {
                waiting[try row.required("reason", WaitReason.init)] = try row.count("n")
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
