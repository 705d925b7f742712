public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// Whether workers do a queue's jobs.
public enum Crew: Sendable {
    case working
    /// Workers live, but none has looked at the queue for long.
    case hanging
    /// No worker lives.
    case missing
}

/// A worker that lives.
public struct LivingWorker: Sendable, Equatable {
    /// Its name in the queue.
    public let id: WorkerID
    /// What it says of itself; `nil` if it has not said anything yet, as that of an older program.
    public let introduction: LiveWorker?
    /// How many jobs it is at.
    public let jobs: Int
    /// When it last looked at the queue, if it has not looked for too long.
    public let hangsSince: Date?

    /// Describes a worker.
    public init(id: WorkerID, introduction: LiveWorker?, jobs: Int, hangsSince: Date? = nil) {
        self.id = id
        self.introduction = introduction
        self.jobs = jobs
        self.hangsSince = hangsSince
    }

    /// Whether it goes on taking whatever is due; a drain ends, and a `make` does only its jobs.
    public var staysForAll: Bool {
        introduction.map { ["worker", "serve"].contains($0.command) } ?? true
    }
}

/// The live workers of a queue, as other processes see them.
public struct WorkerRoster: Sendable {
    private let presence: any WorkerPresence

    /// Names the roster of a queue.
    public init(_ presence: any WorkerPresence) {
        self.presence = presence
    }

    /// The workers that live.
    public func living() async throws -> [WorkerID] {
        try await BlockingFiles.run { [presence] () throws(JobQueueError) in
            try presence.living()
        }
    }

    /// Whether workers do the queue's jobs.
    public func crew(now: Date) async throws -> Crew {
        try await BlockingFiles.run { [presence] () throws(JobQueueError) in
            let living = try presence.living()
            if living.isEmpty { return .missing }
            let looks = living.map { presence.latestLook(of: $0) ?? now }
            let isWorking = looks.contains { now.timeIntervalSince($0) <= Self.longestPause }
            return isWorking ? .working : .hanging
        }
    }

    /// Seconds between two looks of a worker that works, as the watchdog of the units has them; usually it is one.
    private static let longestPause = 120.0

    /// The workers that live and whose program is too old for the queue: they only end what they began.
    public func outdated() async throws -> [WorkerID] {
        try await BlockingFiles.run { [presence] in
            try presence.living().filter { id in
                try presence.format(of: id).map { $0 < JobStore.format } ?? false
            }
        }
    }

    /// What each worker that lives says of itself, those that began first before the others.
    public func workers(now: Date) async throws -> [LivingWorker] {
        try await BlockingFiles.run { [presence] () throws(JobQueueError) -> [LivingWorker] in
            let living = try presence.living()
            let reports = try presence.progress(of: Set(living))
            return living.map { id in
                let look = presence.latestLook(of: id)
                return LivingWorker(
                    id: id, introduction: reports[id]?.worker, jobs: reports[id]?.jobs.count ?? 0,
                    hangsSince: look.flatMap {
                        now.timeIntervalSince($0) > Self.longestPause ? $0 : nil
                    })
            }.sorted {
                ($0.introduction?.started ?? .distantPast, $0.id.rawValue)
                    < ($1.introduction?.started ?? .distantPast, $1.id.rawValue)
            }
        }
    }

    /// The progress of some workers' jobs, as far as they publish it; nothing if the queue cannot tell now.
    public func progress(
        of workers: Set<WorkerID>
    ) async -> [JobID: JobProgress] {
        guard !workers.isEmpty else { return [:] }
        return await BlockingFiles.run { [presence] in
            var progress: [JobID: JobProgress] = [:]
            for live in (try? presence.progress(of: workers))?.values ?? [:].values {
                for (name, step) in live.jobs {
                    if let job = JobID(name) { progress[job] = step }
                }
            }
            return progress
        }
    }
}
