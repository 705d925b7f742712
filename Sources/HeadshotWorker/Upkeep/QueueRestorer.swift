public import Foundation
public import JobQueue
import ObjectStore

/// Replaces a home's queue by a backup, so that nothing paid since is paid again.
public struct QueueRestorer: Sendable {
    private let home: HeadshotHome
    private let results: ResultStore

    /// Creates a restorer of a home whose headshots are at the place `results`.
    public init(home: HeadshotHome, results: String) {
        self.home = home
        self.results = ResultStore(at: results, of: home)
    }

    /// Restores a backup while no worker lives.
    ///
    /// The replaced queue is kept beside it. A job that was charged since, by the payments journal, becomes succeeded
    /// if its headshot is in the folder, continues from its answer if the spool has it, and is uncertain otherwise.
    ///
    /// - Parameter backup: The file's path; the file is not changed.
    public func restore(from backup: String, now: Date) async throws -> Restoration {
        // Without its store, headshots that are there would be taken for missing.
        _ = try await home.objects.size("room")
        let lock = try await DrainLock.whileIdle(FilePresence(folder: home.workers))
        defer { withExtendedLifetime(lock) {} }
        let aside = pathOfReplaced(at: now)
        let (store, isEmpty) = try openQueue(movingUnreadableTo: aside)
        do {
            var reconciliation = try await store.restore(
                from: backup, keepingReplacedIn: isEmpty ? nil : aside)
            let saved = try await keepHeadshots(of: reconciliation.parked, in: store, now: now)
            try await OrphanRecovery(store: store, home: home).tidy(now: now)
            let uncertain = try await stillUncertain(reconciliation.parked, in: store)
            let answered = reconciliation.parked.filter {
                !saved.contains($0) && !uncertain.contains($0)
            }
            reconciliation.parked = uncertain
            try store.close()
            let isKept = FileManager.default.fileExists(atPath: aside)
            return Restoration(
                reconciliation: reconciliation, saved: saved, answered: answered,
                replaced: isKept ? aside : nil)
        } catch {
            try? store.close()
            throw error
        }
    }

    /// Makes the jobs succeed whose headshots are there, and returns them.
    private func keepHeadshots(
        of jobs: [JobID], in store: JobStore, now: Date
    ) async throws -> [JobID] {
        var saved: [JobID] = []
        for job in jobs {
            if try await results.keepHeadshot(of: job, in: store, now: now) { saved.append(job) }
        }
        return saved
    }

    private func stillUncertain(_ jobs: [JobID], in store: JobStore) async throws -> [JobID] {
        var uncertain: [JobID] = []
        for job in jobs where try await store.job(job)?.job.state == .uncertain {
            uncertain.append(job)
        }
        return uncertain
    }

    /// Opens the queue, or an empty one if it is gone or cannot be read.
    ///
    /// A lost journal is rebuilt from the old queue's charges; without either, it is unknown what was paid.
    private func openQueue(
        movingUnreadableTo aside: String
    ) throws -> (store: JobStore, isEmpty: Bool) {
        let journal = "\(home.root)/payments.jsonl"
        let isJournalThere = FileManager.default.fileExists(atPath: journal)
        let isQueueThere = FileManager.default.fileExists(atPath: home.queue)
        guard isQueueThere || isJournalThere else { throw WorkerError.noJournal(path: journal) }
        do {
            return (try JobStore(folder: home.root), !isQueueThere)
        } catch {
            guard error.allowsReplacing else { throw error }
            guard isJournalThere else { throw WorkerError.noJournal(path: journal) }
            try SQLiteEngine.moveAway(folder: home.root, to: aside)
            return (try JobStore(folder: home.root), true)
        }
    }

    static let replacedPrefix = "queue-replaced-"

    /// Where a queue is kept that is replaced; another may have been in the same second.
    private func pathOfReplaced(at moment: Date) -> String {
        let stem = "\(home.root)/\(Self.replacedPrefix)\(Self.stamp(moment))"
        var path = "\(stem).sqlite"
        var number = 2
        while FileManager.default.fileExists(atPath: path) {
            path = "\(stem)-\(number).sqlite"
            number += 1
        }
        return path
    }

    private static func stamp(_ moment: Date) -> String {
        moment.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false)
                .dateSeparator(.omitted).timeSeparator(.omitted))
    }
}

/// What a restore did.
public struct Restoration: Sendable, Equatable {
    /// What the payments journal knew and the backup did not.
    public let reconciliation: Reconciliation
    /// Jobs whose headshots were saved after the backup; they have succeeded.
    public let saved: [JobID]
    /// Jobs whose answers are in the spool; the next worker saves them.
    public let answered: [JobID]
    /// Where the replaced queue is kept, if there was one.
    public let replaced: String?
}

extension JobQueueError {
    /// Whether the queue's file itself is at fault, and another one may take its place.
    fileprivate var allowsReplacing: Bool {
        switch self {
        // A newer one: its program is gone, and a copy from before the upgrade comes back.
        case .notAQueue, .corrupt, .newerVersion, .unreleasedFormat: true
        default: false
        }
    }
}
