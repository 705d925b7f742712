public import Foundation

/// Jobs removed from the queue, and their files.
public struct Removal: Sendable, Equatable {
    /// The jobs.
    public var jobs: [JobID]
    /// Where the files were that they made.
    public var results: [String]
    /// Where such files should have been, and were not: who has one elsewhere must remove it there.
    public var missing: [String] = []
    /// The stored photos that no other job needs.
    public var photos: [String]
    /// What could not be removed of jobs: where it is, and why.
    ///
    /// Those of them that are not in ``jobs`` stay.
    public var problems: [JobID: String] = [:]

    /// Nothing is removed yet.
    package init() { (jobs, results, photos) = ([], [], []) }

    /// Adds what was removed after it.
    package mutating func add(_ later: Removal) {
        jobs += later.jobs
        results += later.results
        missing += later.missing
        photos += later.photos
        problems.merge(later.problems) { _, new in new }
    }
}

extension JobStore {
    /// How many jobs one transaction changes at most that others have to wait for: some milliseconds.
    public static let batch = 100

    /// How many jobs one transaction changes at most whose charges change, each of which the ledger notes.
    public static let paymentBatch = 25

    /// Waits for a moment between two batches: other processes that wait for the queue's file look again within it.
    ///
    /// Waits: longer than ``WriteLock`` pauses between its tries.
    public nonisolated func letOthersIn() async throws {
        guard server == nil else { return }
        try await Task.sleep(for: .milliseconds(1))
    }

    /// The jobs that ended before a time, in states that are safe to remove; at most `limit`, oldest first.
    ///
    /// - Parameters:
    ///   - rules: Leaves out the spaces that say how long jobs are kept.
    ///   - id: Only jobs that were submitted after this one; `nil` for all.
    public nonisolated func removable(
        endedBefore moment: Date, states: [JobState], besides rules: KeepingRules? = nil,
        newerThan id: JobID? = nil, limit: Int
    ) async throws(JobQueueError) -> [Job] {
        try await read { tx in
            let others = rules.others
            // State by state, each in the order of its index: otherwise all jobs would be sorted for a few.
            let jobs = try states.flatMap { state in
                try tx.jobs(
                    where: """
                        state = ? AND id > ? AND ended_at < ? AND \(hasEndedSQL)\(others.sql)
                        ORDER BY id LIMIT ?
                        """,
                    [state.rawValue, id?.rawValue ?? -1, moment.milliseconds] + others.names
                        + [limit])
            }
            return Array(jobs.sorted { $0.id < $1.id }.prefix(limit))
        }
    }

    /// Removes jobs that have ended, and marks their photos that no other job needs; charges stay.
    ///
    /// A photo that is marked can be removed: no job gets it any more. In one transaction, so not of more than
    /// ``JobStore/batch`` jobs.
    public func remove(_ ids: [JobID]) throws(JobQueueError) -> Removal {
        try erase { tx in
            var removal = Removal()
            var prompts: Set<String> = []
            for id in ids {
                let row = try tx.row(
                    """
                    DELETE FROM job WHERE id = ? AND state NOT IN ('waiting', 'running')
                    RETURNING \(Job.columnsOfRow)
                    """, [id.rawValue])
                guard let job = try row.map(Job.init(row:)) else { continue }
                removal.jobs.append(id)
                if let result = job.result {
                    removal.results.append(result)
                    try Self.noteLeftHeadshot(of: job, tx)
                }
                removal.photos += job.inputs
                if let prompt = job.prompt { prompts.insert(prompt) }
            }
            try Self.removeUnused(prompts: prompts, tx)
            if let last = removal.jobs.max() { try Self.markUsed(last.rawValue, tx) }
            removal.photos = try Self.markUnneeded(among: removal.photos, tx)
            return removal
        }
    }

    /// Notes whose headshot is left without its job, so that it goes with the person, and in its time.
    private static func noteLeftHeadshot(of job: Job, _ tx: any QueueTransaction) throws {
        guard let ended = job.ended else { return }
        try tx.run(
            """
            INSERT INTO left_headshot (job, space, person, ended_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (job) DO NOTHING
            """, [job.id.rawValue] + job.person.arguments + [ended.milliseconds])
    }

    /// Notes of jobs that have ended that their results were removed: otherwise they would be missed the next time.
    public func noteResultsRemoved(of ids: [JobID]) throws(JobQueueError) {
        guard !ids.isEmpty else { return }
        try write { tx in
            for id in ids {
                try tx.send(
                    """
                    UPDATE job SET result = NULL, result_hash = NULL
                    WHERE id = ? AND state NOT IN ('waiting', 'running')
                    """, [id.rawValue])
            }
            try Self.unstore(resultsOf: ids, tx)
        }
    }

    /// When the oldest job, upload or scan was made that the queue has; `nil` if it has none.
    public nonisolated func oldestRow() async throws(JobQueueError) -> Date? {
        try await read { tx in
            let times: [Int64] = try [
                "SELECT created_at FROM job ORDER BY id LIMIT 1",
                "SELECT created_at FROM upload ORDER BY created_at LIMIT 1",
                "SELECT created_at FROM scan ORDER BY seq LIMIT 1",
            ].compactMap { try tx.value($0) }
            return times.min().map(Date.init(milliseconds:))
        }
    }

    /// Those among some stored photos that jobs, uploads and scans need.
    public nonisolated func neededPhotos(
        among photos: [String]
    ) async throws(JobQueueError) -> Set<String> {
        var needed: Set<String> = []
        for start in stride(from: 0, to: photos.count, by: Self.photosAtOnce) {
            let some = Array(photos[start..<min(start + Self.photosAtOnce, photos.count)])
            needed.formUnion(try await read { tx in try Self.needed(among: some, tx) })
        }
        return needed
    }

    private static let photosAtOnce = 1000

    private static func needed(
        among photos: [String], besides old: (space: Space, moment: Date)? = nil,
        _ tx: any QueueTransaction
    ) throws -> [String] {
        let wanted = try JSONEncoder().encode(photos)
        return try tx.values(
            tx.dialect.needed,
            [
                String(decoding: wanted, as: UTF8.self), old?.space.rawValue ?? "",
                old?.moment.milliseconds ?? Int64.min,
            ])
    }

    /// Marks the photos among some that no job needs, so that they can be removed, and returns them.
    public func mark(unneeded photos: [String]) throws(JobQueueError) -> [String] {
        try write { tx in try Self.markUnneeded(among: photos, tx) }
    }

    /// The photos that are marked; they belong to no job, and no job gets them.
    public func markedPhotos() async throws(JobQueueError) -> [String] {
        let marked: [String] = try await read { tx in
            try tx.values("SELECT photo FROM removal ORDER BY photo")
        }
        guard !marked.isEmpty else { return marked }
        return try write { tx in
            // On a server, a job may have been queued while the last one before it ended: neither saw the other. Who queues
            // jobs holds this lock until that is seen.
            try tx.lock(.numbers)
            try tx.run(
                """
                DELETE FROM removal WHERE EXISTS (SELECT 1 FROM loan WHERE loan.photo = removal.photo)
                OR EXISTS (
                    SELECT 1 FROM job
                    WHERE input IS NOT NULL AND input = removal.photo AND ended_at IS NULL)
                OR EXISTS (
                    SELECT 1 FROM job
                    WHERE second_input IS NOT NULL AND second_input = removal.photo
                        AND ended_at IS NULL)
                """)
            return try tx.values("SELECT photo FROM removal ORDER BY photo")
        }
    }

    /// Takes the marks off photos that have been removed.
    public func unmark(photos: [String]) throws(JobQueueError) {
        guard !photos.isEmpty else { return }
        try erase { tx in
            for photo in photos { try tx.run("DELETE FROM removal WHERE photo = ?", [photo]) }
            try Self.unstore(photos, tx)
        }
    }

    /// Marks the photos among some that nothing needs, and returns them.
    ///
    /// - Parameter old: A space whose jobs that ended before a time need none any longer; uncertain ones do.
    @discardableResult
    package static func markUnneeded(
        among photos: [String], besides old: (space: Space, moment: Date)? = nil,
        _ tx: any QueueTransaction
    ) throws -> [String] {
        guard !photos.isEmpty else { return [] }
        let unneeded = Set(photos).subtracting(try needed(among: photos, besides: old, tx)).sorted()
        for photo in unneeded {
            try tx.run("INSERT INTO removal (photo) VALUES (?) ON CONFLICT DO NOTHING", [photo])
        }
        return unneeded
    }

    /// Whether a photo is marked.
    static func isMarked(_ photo: String, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has("removal WHERE photo = ?", [photo])
    }
}

extension Person {
    /// The arguments that identify the person in a statement: space and id, in this order.
    package var arguments: [(any SQLConvertible)?] { [space.rawValue, rawValue] }
}

extension Job {
    /// The stored photos that the job needs.
    var inputs: [String] { [input, secondInput].compactMap(\.self) }
}
