public import Foundation
import GRDB

/// How much a prune would remove.
public struct RemovableCount: Sendable, Equatable {
    /// The jobs.
    public var jobs: Int
    /// Their headshots.
    public var headshots: Int
    /// Their stored photos that no other job needs.
    public var photos: Int

    /// Creates a count.
    public init(jobs: Int, headshots: Int, photos: Int) {
        self.jobs = jobs
        self.headshots = headshots
        self.photos = photos
    }
}

extension JobStore {
    /// How many jobs ended before a time in certain states, with how many headshots and photos.
    public nonisolated func removableCount(
        endedBefore moment: Date, states: [JobState]
    ) async throws(JobQueueError) -> RemovableCount {
        try await read { db in
            let marks = states.map { _ in "?" }.joined(separator: ", ")
            let row = try Row.fetchOne(
                db,
                sql: """
                    WITH removable AS (
                        SELECT seq, photo, result FROM job
                        WHERE state IN (\(marks)) AND ended_at < ?)
                    SELECT count(*) AS jobs, count(result) AS headshots,
                        (SELECT count(*) FROM (
                            SELECT photo FROM removable
                            EXCEPT
                            SELECT photo FROM job WHERE seq NOT IN (SELECT seq FROM removable)))
                        AS photos
                    FROM removable
                    """,
                arguments: StatementArguments(states.map(\.rawValue)) + [moment.milliseconds])
            return RemovableCount(
                jobs: row?["jobs"] ?? 0, headshots: row?["headshots"] ?? 0,
                photos: row?["photos"] ?? 0)
        }
    }

    /// Removes stored photos through `removePhoto` while no submit can want them, and returns those that no job needs.
    ///
    /// - Parameter removePhoto: Removes a stored photo; called under the queue's lock, once for each that no job needs.
    public func removeUnneeded(
        photos: [String], removePhoto: @Sendable (String) throws -> Void
    ) throws(JobQueueError) -> [String] {
        try write { db in
            try Self.unneeded(among: photos, db)
        } afterwards: { unneeded, _ in
            for photo in unneeded { try removePhoto(photo) }
        }
    }
}
