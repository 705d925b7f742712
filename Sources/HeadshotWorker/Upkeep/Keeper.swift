public import Foundation
import Ground
public import JobQueue
import ObjectStore
public import ServiceLifecycle

/// Removes what spaces do not keep any longer, at the start and once an hour, in batches that let others in.
///
/// Any number of processes may do it at once. A file that cannot be removed keeps its own job alone, and is tried again the
/// next time; so is a headshot whose job's end still has to be reported to a webhook.
public struct Keeper: Service {
    private let janitor: Janitor
    private let results: String
    private let own: Keeping

    private var store: JobStore { janitor.store }
    private var environment: WorkerEnvironment { janitor.environment }

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - results: The place of headshots.
    ///   - own: The rule of the command line's own space.
    public init(_ janitor: Janitor, results: String, own: Keeping) {
        self.janitor = janitor
        self.results = results
        self.own = own
    }

    /// Runs until a graceful shutdown or cancellation ends it.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var hasFailed = false
            while !Task.isCancelled {
                do {
                    try await removeOld()
                    try await thinRows()
                    hasFailed = false
                } catch {
                    // Once for each outage.
                    if !hasFailed, !Task.isCancelled {
                        environment.report(.keepingFailed(detail: "\(error)"))
                    }
                    hasFailed = true
                }
                _ = try? await environment.pause(Self.pause)
            }
        }
    }

    /// What was removed because it was kept for long enough.
    public struct Removed: Sendable, Equatable {
        /// How many jobs.
        public var jobs = 0
        /// How many files that jobs had made.
        public var headshots = 0
        /// How many photos.
        public var photos = 0
        /// How many bodies of answers.
        public var answers = 0

        /// Counts what was removed.
        public init(jobs: Int = 0, headshots: Int = 0, photos: Int = 0, answers: Int = 0) {
            (self.jobs, self.headshots) = (jobs, headshots)
            (self.photos, self.answers) = (photos, answers)
        }
    }

    /// Removes all that is not kept any longer, by the rules of all spaces and the time of now.
    @discardableResult
    public func removeOld() async throws -> Removed {
        var removed = Removed()
        let now = environment.now()
        for (space, keeping) in try await store.keepingRules(own: own).spaces {
            if let bound = keeping.bound(of: .headshots, now: now) {
                do {
                    removed.headshots += try await removeHeadshots(of: space, endedBefore: bound)
                } catch StorageError.unavailable(.file(results), let detail) {
                    // They go once the folder of headshots is back; all else does not wait for it.
                    environment.report(.unusableFile(path: results, detail: detail))
                }
            }
            if let bound = keeping.bound(of: .photos, now: now) {
                removed.photos += try await removePhotos(of: space, endedBefore: bound)
            }
            if let bound = keeping.bound(of: .jobs, now: now) {
                let removal = try await removeJobs(of: space, endedBefore: bound)
                removed.jobs += removal.jobs
                // Those that have another time are gone, and were counted.
                if keeping[.photos] == nil { removed.photos += removal.photos }
            }
        }
        removed.answers = try await janitor.removeOldAnswers(before: now - Self.answerLife)
        if removed != Removed() { environment.report(.outlived(removed)) }
        return removed
    }

    /// Removes the files that jobs made, and those that removed jobs have left; the jobs stay.
    private func removeHeadshots(of space: Space, endedBefore bound: Date) async throws -> Int {
        var count = 0
        var place = try await store.placeOfHeadshots(of: space, endedBefore: bound)
        var isHeldUp = false
        var hasMore = true
        while hasMore {
            let old = try await store.oldJobs(
                of: space, endedBefore: bound, after: place, limit: Self.fileBatch)
            let ready = old.lines.filter { $0.job.result != nil && !$0.isUnreported }.map(\.job)
            let stuck = try await janitor.removeHeadshots(of: ready, from: results)
            count += ready.count - stuck.count
            // The next time begins with the first that is left.
            let gone = old.lines.prefix { line in
                line.job.result == nil || !(line.isUnreported || stuck.contains(line.job.id))
            }
            if !isHeldUp, let last = gone.last {
                try await store.note(headshotsRemovedUpTo: last.place, of: space)
            }
            isHeldUp = isHeldUp || gone.count < old.lines.count
            place = old.lines.last?.place ?? place
            hasMore = old.hasMore
        }
        return count + (try await removeLeftHeadshots(of: space, endedBefore: bound))
    }

    private func removeLeftHeadshots(
        of space: Space, endedBefore bound: Date
    ) async throws -> Int {
        var count = 0
        var place = EndedPlace.first
        while true {
            let left = try await store.leftHeadshots(
                of: space, endedBefore: bound, after: place, limit: Self.fileBatch)
            guard let last = left.last else { return count }
            place = last.place
            let jobs = left.map(\.job)
            let stuck = try await janitor.removeLeftHeadshots(of: jobs, from: results)
            count += jobs.count - stuck.count
        }
    }

    private func removePhotos(of space: Space, endedBefore bound: Date) async throws -> Int {
        var count = 0
        var ofJobs = true
        var ofScans = true
        while ofJobs || ofScans {
            let batch =
                ofJobs
                ? try await store.giveUpPhotos(of: space, endedBefore: bound, limit: Self.batch)
                : try await store.giveUpScanPhotos(of: space, before: bound, limit: Self.batch)
            count += batch.count
            if batch.count > 0 { try await janitor.finishPhotos() }
            if ofJobs { ofJobs = batch.hasMore } else { ofScans = batch.hasMore }
        }
        return count
    }

    private func removeJobs(
        of space: Space, endedBefore bound: Date
    ) async throws -> (jobs: Int, photos: Int) {
        var count = (jobs: 0, photos: 0)
        var place = EndedPlace.first
        while true {
            let old = try await store.oldJobs(
                of: space, endedBefore: bound, after: place, limit: Self.batch)
            guard let last = old.lines.last else { return count }
            place = last.place
            // A receiver asks for the job once the end is reported.
            let jobs = old.lines.filter { !$0.isUnreported }.map(\.job)
            let removal = try await janitor.remove(jobs, withHeadshotsIn: nil)
            count.jobs += removal.jobs.count
            count.photos += removal.photos.count
            if !old.hasMore { return count }
        }
    }

    /// Makes the reports of jobs short that an older program wrote, once; an interrupted process leaves the rest to the next.
    private func thinRows() async throws {
        if let jobs = try await store.thinningAhead() {
            environment.report(
                .thinning(
                    jobs: jobs, bytes: jobs * Self.longestReport,
                    seconds: jobs / Self.batch * Int(Self.thinningTime / .milliseconds(1)) / 1000))
        }
        while !Task.isCancelled, try await store.thinRows(limit: Self.batch) {
            try await environment.pause(Self.thinningPause)
        }
    }

    /// Between two batches, so that all others write meanwhile.
    private static let thinningPause: Duration = .milliseconds(50)
    /// The most that a batch takes with the pause after it.
    private static let thinningTime: Duration = .milliseconds(100)
    /// In bytes.
    private static let longestReport = 2048

    /// Jobs for each transaction: few enough that no other process waits for long.
    static let batch = JobStore.batch
    /// Jobs for each look at the place of headshots, which is listed as a whole.
    private static let fileBatch = 1000
    private static let pause: Duration = .seconds(3600)
    /// For how many seconds the bodies of answers are kept, to look at what a provider answered.
    public static let answerLife: TimeInterval = 90 * 86_400
}
