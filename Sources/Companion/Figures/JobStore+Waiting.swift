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

    /// How many jobs of a provider wait, by person; one scan of the waiting jobs, however many persons there are.
    package nonisolated func waitingByPerson(
        provider: String
    ) async throws(JobQueueError) -> [Person: Int] {
        try await read { tx in
            var waiting: [Person: Int] = [:]
            for row in try tx.rows(tx.dialect.waitingByPerson, [provider]) {
                guard let person = try row.person() else { continue }
                waiting[person] = try row.required("n")
            }
            return waiting
        }
    }
}
