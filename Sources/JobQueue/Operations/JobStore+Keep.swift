public import Foundation
import Ground

/// A job's place in the order in which the jobs of a space ended.
public struct EndedPlace: Sendable, Equatable {
    let ended: Int64
    let job: Int64

    /// The place before all jobs.
    public static let first = EndedPlace(ended: .min, job: 0)
}

/// Some jobs of a space that ended before a time, in the order in which they ended.
public struct OldJobs: Sendable {
    /// A job, and its place.
    public struct Line: Sendable {
        /// The job.
        public let job: Job
        /// Its place.
        public let place: EndedPlace
        /// Whether its end still has to be reported to the space's webhook, whose receiver may ask for it then.
        public let isUnreported: Bool
    }

    /// The jobs.
    public let lines: [Line]
    /// Whether there may be more.
    public let hasMore: Bool
}

/// What became of the photos of some jobs or scans.
public struct GivenUpPhotos: Sendable, Equatable {
    /// How many can be removed now.
    public let count: Int
    /// Whether there may be more jobs or scans.
    public let hasMore: Bool
}

/// The spaces with their rules, for how long things are kept.
///
/// What became of an uncertain job is not decided: nothing of it is ever removed. All is found along one index, and in
/// batches that hold the lock for milliseconds.
extension JobStore {
    /// The rules of all spaces that remove something.
    ///
    /// - Parameter own: The rule of the command line's own space, of which the queue keeps no settings.
    public nonisolated func keepingRules(
        own: Keeping
    ) async throws(JobQueueError) -> KeepingRules {
        try await read { tx in KeepingRules(spaces: try Self.rules(own: own, tx)) }
    }

    static func rules(
        own: Keeping, _ tx: any QueueTransaction
    ) throws -> [(space: Space, keeping: Keeping)] {
        let settings = try tx.spaces(
            where: """
                keep_jobs IS NOT NULL OR keep_photos IS NOT NULL OR keep_headshots IS NOT NULL
                """)
        return (own.isForGood ? [] : [(.commandLine, own)])
            + settings.map { ($0.space, $0.settings.keeping) }
    }

    /// The jobs of a space that ended before a time, in the order in which they ended.
    ///
    /// - Parameter place: Only jobs after this place.
    public nonisolated func oldJobs(
        of space: Space, endedBefore moment: Date, after place: EndedPlace = .first, limit: Int
    ) async throws(JobQueueError) -> OldJobs {
        try await read { tx in
            let rows = try tx.rows(
                """
                SELECT \(Job.columns), NOT (\(Self.isReportedSQL)) AS unreported
                FROM job WHERE \(Self.isOldSQL) ORDER BY ended_at, id LIMIT ?
                """, Self.isOld(space, moment, place) + [limit])
            let lines = try rows.map { row in
                OldJobs.Line(
                    job: try Job(row: row), place: try EndedPlace(row: row),
                    isUnreported: try row.required("unreported"))
            }
            return OldJobs(lines: lines, hasMore: rows.count == limit)
        }
    }

    /// Marks the photos of the next jobs of a space that ended before a time, unless another job, an upload or a scan needs
    /// them.
    ///
    /// The jobs stay, and each is looked at once: how far it has come is a row of the queue.
    public func giveUpPhotos(
        of space: Space, endedBefore moment: Date, limit: Int
    ) throws(JobQueueError) -> GivenUpPhotos {
        try write { tx in
            let last = try Self.place(in: .photos, of: space, before: moment, tx)
            let rows = try tx.rows(
                """
                SELECT id, ended_at, input, second_input FROM job
                WHERE \(Self.isOldSQL) ORDER BY ended_at, id LIMIT ?
                """, Self.isOld(space, moment, last) + [limit])
            guard let end = rows.last else { return GivenUpPhotos(count: 0, hasMore: false) }
            let photos = rows.flatMap { row in
                [row["input"] as String?, row["second_input"]].compactMap(\.self)
            }
            let marked = try Self.markUnneeded(among: photos, besides: (space, moment), tx)
            try Self.note(EndedPlace(row: end), in: .photos, of: space, tx)
            return GivenUpPhotos(count: marked.count, hasMore: rows.count == limit)
        }
    }

    /// Takes the photos of scans that were made before a time from them, and marks those that nothing else needs.
    ///
    /// What was said of them stays.
    public func giveUpScanPhotos(
        of space: Space, before moment: Date, limit: Int
    ) throws(JobQueueError) -> GivenUpPhotos {
        try write { tx in
            let rows = try tx.rows(
                """
                SELECT seq, photo, side_photo FROM scan
                WHERE photo IS NOT NULL AND space = ? AND created_at < ?
                ORDER BY created_at LIMIT ?
                """, [space.rawValue, moment.milliseconds, limit])
            for row in rows {
                try tx.run(
                    "UPDATE scan SET photo = NULL, side_photo = NULL WHERE seq = ?",
                    [try row.required("seq") as Int64])
            }
            let photos = rows.flatMap { row in
                [row["photo"] as String?, row["side_photo"]].compactMap(\.self)
            }
            let marked = try Self.markUnneeded(among: photos, tx)
            return GivenUpPhotos(count: marked.count, hasMore: rows.count == limit)
        }
    }

    /// How far the headshots of a space's jobs have been removed that ended before a time.
    public nonisolated func placeOfHeadshots(
        of space: Space, endedBefore moment: Date
    ) async throws(JobQueueError) -> EndedPlace {
        try await read { tx in try Self.place(in: .headshots, of: space, before: moment, tx) }
    }

    /// Notes how far the headshots of a space's jobs have been removed.
    public func note(headshotsRemovedUpTo place: EndedPlace, of space: Space) throws(JobQueueError)
    {
        try write(isNews: false) { tx in try Self.note(place, in: .headshots, of: space, tx) }
    }

    /// The jobs of a space that ended before a time and were removed without their headshots, in the order in which they
    /// ended.
    ///
    /// - Parameter place: Only jobs after this place.
    public nonisolated func leftHeadshots(
        of space: Space, endedBefore moment: Date, after place: EndedPlace = .first, limit: Int
    ) async throws(JobQueueError) -> [(job: JobID, place: EndedPlace)] {
        try await read { tx in
            try tx.rows(
                """
                SELECT job AS id, ended_at FROM left_headshot
                WHERE space = ? AND ended_at < ? AND (ended_at, job) > (?, ?)
                ORDER BY ended_at, job LIMIT ?
                """, Self.isOld(space, moment, place) + [limit]
            ).map { (try $0.id("id"), try EndedPlace(row: $0)) }
        }
    }

    /// The jobs of a person that were removed without their headshots.
    public nonisolated func leftHeadshots(
        of person: Person
    ) async throws(JobQueueError) -> [JobID] {
        try await read { tx in
            let ids: [Int64] = try tx.values(
                "SELECT job FROM left_headshot WHERE space = ? AND person = ? ORDER BY job",
                person.arguments)
            return ids.compactMap(JobID.init(rawValue:))
        }
    }

    /// Forgets headshots of removed jobs, once they are removed, too.
    public func noteLeftHeadshotsRemoved(of ids: [JobID]) throws(JobQueueError) {
        guard !ids.isEmpty else { return }
        try write { tx in
            for id in ids {
                try tx.send("DELETE FROM left_headshot WHERE job = ?", [id.rawValue])
            }
            try Self.unstore(resultsOf: ids, tx)
        }
    }

    /// What is removed next of each part, in the order of time; at most one of each.
    ///
    /// - Parameter own: The rule of the command line's own space.
    public nonisolated func nextRemovals(
        own: Keeping
    ) async throws(JobQueueError) -> [NextRemoval] {
        try await read { tx in
            var found: [Keeping.Part: NextRemoval] = [:]
            for (space, keeping) in try Self.rules(own: own, tx) {
                for part in Keeping.Part.allCases {
                    guard let seconds = keeping[part],
                        let oldest = try Self.oldest(part, of: space, tx)
                    else { continue }
                    let next = NextRemoval(
                        space: space, part: part,
                        date: (Date(milliseconds: oldest) + TimeInterval(seconds)).clamped)
                    if found[part].map({ next.date < $0.date }) ?? true { found[part] = next }
                }
            }
            return found.values.sorted { ($0.date, $0.part.rawValue) < ($1.date, $1.part.rawValue) }
        }
    }

    /// When the job ended, or the scan was made, of which a part goes next.
    private static func oldest(
        _ part: Keeping.Part, of space: Space, _ tx: any QueueTransaction
    ) throws -> Int64? {
        var last = EndedPlace.first
        if part != .jobs { last = try place(in: part, of: space, before: .distantFuture, tx) }
        let goes =
            switch part {
            case .jobs: isReportedSQL
            case .photos: "TRUE"
            case .headshots: "result IS NOT NULL AND \(isReportedSQL)"
            }
        let ofJobs: Int64? = try tx.value(
            """
            SELECT ended_at FROM (
                SELECT id, ended_at, result FROM job WHERE \(isOldSQL)
                ORDER BY ended_at, id LIMIT \(looksAhead)) AS job
            WHERE \(goes) ORDER BY ended_at, id LIMIT 1
            """, isOld(space, .distantFuture, last))
        let others: Int64? =
            switch part {
            case .jobs: nil
            case .photos:
                try tx.value(
                    """
                    SELECT created_at FROM scan WHERE photo IS NOT NULL AND space = ?
                    ORDER BY created_at LIMIT 1
                    """, [space.rawValue])
            case .headshots:
                try tx.value(
                    """
                    SELECT ended_at FROM left_headshot WHERE space = ?
                    ORDER BY ended_at, job LIMIT 1
                    """, [space.rawValue])
            }
        return [ofJobs, others].compactMap(\.self).min()
    }

    /// How many jobs are looked at for the first that goes: all of them may wait for a webhook.
    private static let looksAhead = 1000

    /// A job of a space that ended before a time, after a place; spelled as in the index `job_age`.
    static let isOldSQL = """
        ended_at IS NOT NULL AND state <> 'uncertain' AND space = ? AND ended_at < ?
            AND (ended_at, id) > (?, ?)
        """

    static func isOld(
        _ space: Space, _ moment: Date, _ place: EndedPlace
    ) -> [(any SQLConvertible)?] {
        [space.rawValue, moment.milliseconds, place.ended, place.job]
    }

    /// How far the ended jobs of a space have been looked through; the beginning if that was beyond the time, since things
    /// are kept for longer now, or the clock was set back.
    static func place(
        in part: Keeping.Part, of space: Space, before moment: Date, _ tx: any QueueTransaction
    ) throws -> EndedPlace {
        let row = try tx.row(
            "SELECT ended_at, job AS id FROM upkeep WHERE space = ? AND part = ?",
            [space.rawValue, part.rawValue])
        guard let place = try row.map(EndedPlace.init(row:)), place.ended < moment.milliseconds
        else { return .first }
        return place
    }

    private static func note(
        _ place: EndedPlace, in part: Keeping.Part, of space: Space, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO upkeep (space, part, ended_at, job) VALUES (?, ?, ?, ?)
            ON CONFLICT (space, part) DO UPDATE SET ended_at = excluded.ended_at, job = excluded.job
            """, [space.rawValue, part.rawValue, place.ended, place.job])
    }
}

extension EndedPlace {
    init(row: QueueRow) throws {
        self.init(ended: try row.required("ended_at"), job: try row.required("id"))
    }
}
