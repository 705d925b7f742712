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

    /// How many jobs of a provider wait, by person: one look through those that wait, however many persons there are.
    public nonisolated func waitingByPerson(
        provider: String
    ) async throws(JobQueueError) -> [Person: Int] {
        try await read { db in
            var waiting: [Person: Int] = [:]
            for row in try Row.fetchAll(db, sql: waitingByPersonSQL, arguments: [provider]) {
                waiting[try row.required("person", Person.init)] = try row.required("n")
            }
            return waiting
        }
    }
}

/// The waiting jobs of a provider, counted by person, from the index alone.
let waitingByPersonSQL = """
    SELECT person, count(*) AS n FROM job INDEXED BY job_open
    WHERE state = 'waiting' AND provider = ? GROUP BY person
    """
