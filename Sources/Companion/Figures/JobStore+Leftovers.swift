package import Foundation
package import JobQueue

/// How much a prune would remove.
package struct RemovableCount: Sendable, Equatable {
    package var jobs: Int
    /// The files that they made.
    package var results: Int
    /// Their stored photos that no other job needs.
    package var photos: Int
}

extension JobStore {
    /// How many jobs ended before a time in certain states, with how many results and photos.
    ///
    /// - Parameter rules: Leaves out the spaces that say how long jobs are kept.
    package nonisolated func removableCount(
        endedBefore moment: Date, states: [JobState], besides rules: KeepingRules? = nil
    ) async throws(JobQueueError) -> RemovableCount {
        try await read { tx in
            let others = rules.others
            let marks = states.map { _ in "?" }.joined(separator: ", ")
            let row = try tx.row(
                """
                WITH removable AS (
                    SELECT id, input, second_input, result FROM job
                    WHERE state IN (\(marks)) AND ended_at < ?\(others.sql)),
                kept AS (
                    SELECT input, second_input FROM job
                    WHERE id NOT IN (SELECT id FROM removable))
                SELECT count(*) AS jobs, count(result) AS results,
                    (SELECT count(input) FROM (
                        SELECT input FROM removable UNION SELECT second_input FROM removable
                        EXCEPT
                        SELECT input FROM kept
                        EXCEPT
                        SELECT second_input FROM kept) AS unneeded)
                    AS photos
                FROM removable
                """, states.map(\.rawValue) + [moment.milliseconds] + others.names)
            return RemovableCount(
                jobs: row?["jobs"] ?? 0, results: row?["results"] ?? 0,
                photos: row?["photos"] ?? 0)
        }
    }
}
