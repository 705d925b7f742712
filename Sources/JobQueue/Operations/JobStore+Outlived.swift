public import Foundation

/// How much is not kept any longer.
public struct OutlivedCount: Sendable, Equatable {
    /// Jobs.
    public var jobs = 0
    /// Files that jobs made.
    public var headshots = 0
    /// Photos of jobs and of scans that nothing else needs.
    public var photos = 0
}

extension JobStore {
    /// Counts what is not kept any longer, as it would be removed now.
    public nonisolated func outlivedCount(
        by rules: KeepingRules, now: Date
    ) async throws(JobQueueError) -> OutlivedCount {
        try await read { tx in
            var count = OutlivedCount()
            for (space, keeping) in rules.spaces {
                let headshots = keeping.bound(of: .headshots, now: now)
                if let headshots {
                    count.headshots += try tx.count(
                        "job WHERE \(Self.isOldSQL) AND result IS NOT NULL AND \(Self.isReportedSQL)",
                        Self.isOld(space, headshots, .first))
                    count.headshots += try tx.count(
                        "left_headshot WHERE space = ? AND ended_at < ?",
                        [space.rawValue, headshots.milliseconds])
                }
                let jobs = keeping.bound(of: .jobs, now: now)
                if let jobs {
                    count.jobs += try tx.count(
                        "job WHERE \(Self.isOldSQL) AND \(Self.isReportedSQL)",
                        Self.isOld(space, jobs, .first))
                }
                count.photos += try Self.outlivedPhotos(
                    of: space, photos: keeping.bound(of: .photos, now: now), jobs: jobs, tx)
            }
            return count
        }
    }

    /// How many photos of a space are needed by nothing once photos and jobs from before two times are gone.
    private static func outlivedPhotos(
        of space: Space, photos: Date?, jobs: Date?, _ tx: any QueueTransaction
    ) throws -> Int {
        guard let bound = [photos, jobs].compactMap(\.self).max() else { return 0 }
        var last = EndedPlace.first
        if let photos { last = try place(in: .photos, of: space, before: photos, tx) }
        let old = isOld(space, bound, last)
        let needs = Dialect.needsPhotos("?", "?")
        let isNeeded: [(any SQLConvertible)?] = [space.rawValue, bound.milliseconds]
        let ofJobs = try tx.count(
            """
            (SELECT input AS photo FROM job WHERE \(isOldSQL) AND input IS NOT NULL
            UNION SELECT second_input FROM job WHERE \(isOldSQL) AND second_input IS NOT NULL
            ) AS old
            WHERE NOT EXISTS (SELECT 1 FROM job WHERE input = photo AND \(needs))
                AND NOT EXISTS (SELECT 1 FROM job WHERE second_input = photo AND \(needs))
                AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.photo = old.photo)
            """, old + old + isNeeded + isNeeded)
        guard let photos else { return ofJobs }
        let ofScans: Int =
            try tx.value(
                """
                SELECT count(photo) + count(side_photo) FROM scan
                WHERE photo IS NOT NULL AND space = ? AND created_at < ?
                """, [space.rawValue, photos.milliseconds]) ?? 0
        return ofJobs + ofScans
    }

    /// The condition that a job's end does not still have to be reported to a webhook.
    static let isReportedSQL = """
        NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.state = 'pending' AND delivery.job = job.id)
        """
}

extension KeepingRules? {
    /// A condition that leaves out the spaces that say how long jobs are kept, after AND, and its arguments.
    package var others: (sql: String, names: [(any SQLConvertible)?]) {
        let spaces = self?.spaces.filter { $0.keeping[.jobs] != nil } ?? []
        guard !spaces.isEmpty else { return ("", []) }
        let marks = spaces.map { _ in "?" }.joined(separator: ", ")
        return (" AND space NOT IN (\(marks))", spaces.map(\.space.rawValue))
    }
}
