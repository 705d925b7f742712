package import Foundation
package import JobQueue

/// The last change of one of a person's things; triggers note it, whatever makes it.
package struct PersonChange: Sendable, Equatable {
    /// What sort of thing it is; the raw value is stable and stored.
    package enum Sort: String, Sendable, CaseIterable {
        case moment, scan, tip, turn
        /// The tasks of a day, by the day.
        case day
        /// What the person has set.
        case wishes
    }

    package let sort: Sort
    /// The thing's name for the person.
    package let id: String
    /// The client's own name for it; `nil` for a thing without.
    package let client: String?
    package let isGone: Bool
    /// Its place in the order of the person's changes.
    package let place: Int64
}

extension JobStore {
    /// What was added, changed and removed of a person after a place, in this order; but for jobs, which have lists and events.
    package nonisolated func changes(
        of person: Person, after place: Int64, limit: Int
    ) async throws(JobQueueError) -> [PersonChange] {
        try await read { tx in
            try tx.readable(
                """
                SELECT * FROM changed WHERE space = ? AND person = ? AND seq > ? AND sort <> ?
                ORDER BY seq LIMIT ?
                """, person.arguments + [place, RemovedSort.job.rawValue], limit: limit,
                PersonChange.init(row:))
        }
    }

    /// The place of a person's last change; 0 before the first.
    package nonisolated func lastChange(of person: Person) async throws(JobQueueError) -> Int64 {
        try await read { tx in
            try tx.value(
                "SELECT max(seq) FROM changed WHERE space = ? AND person = ?", person.arguments)
                ?? 0
        }
    }

    /// The keys of a person's questions that have ended since a time, with an answer or without.
    package nonisolated func endedKeys(
        of person: Person, since moment: Date
    ) async throws(JobQueueError) -> [String] {
        try await read { tx in
            try tx.values(
                """
                SELECT asked.key FROM job JOIN asked ON asked.job = job.id
                WHERE job.space = ? AND job.person = ? AND job.ended_at >= ?
                    AND job.expires_at IS NOT NULL
                ORDER BY asked.key
                """, person.arguments + [moment.milliseconds])
        }
    }

    /// Forgets what was removed longer than ``changesLast`` ago.
    package func forgetOldChanges(now: Date) throws(JobQueueError) {
        try write { tx in
            try tx.run(
                "DELETE FROM changed WHERE gone = 1 AND gone_at < ?",
                [now.addingTimeInterval(-Self.changesLast).milliseconds])
            // The triggers, which note what is removed, know no time.
            try tx.run(
                "UPDATE changed SET gone_at = ? WHERE gone = 1 AND gone_at IS NULL",
                [now.milliseconds])
        }
    }

    /// How long it is known that a thing was removed, in seconds.
    package static let changesLast: TimeInterval = 30 * 86_400
}

extension PersonChange {
    fileprivate init(row: QueueRow) throws {
        sort = try row.required("sort", Sort.init)
        id = try row.required("id")
        client = row["client"]
        isGone = try row.required("gone")
        place = try row.required("seq")
    }
}
