import GRDB

extension JobStore {
    /// How many jobs wait, by reason: one person's, one provider's, or all.
    public nonisolated func waiting(
        of person: Person? = nil, provider: String? = nil
    ) async throws(JobQueueError) -> [WaitReason: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT reason, count(*) AS n FROM job
                    WHERE state = 'waiting' AND (?1 IS NULL OR person = ?1)
                        AND (?2 IS NULL OR provider = ?2)
                    GROUP BY reason
                    """, arguments: [person?.rawValue, provider])
            var waiting: [WaitReason: Int] = [:]
            for row in rows {
                waiting[try row.required("reason", WaitReason.init)] = try row.required("n")
            }
            return waiting
        }
    }
}
