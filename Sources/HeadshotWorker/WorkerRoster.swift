public import JobQueue
import ObjectStore

/// The live workers of a home, as other processes see them.
public struct WorkerRoster: Sendable {
    private let presence: any WorkerPresence

    /// Names the roster of a home.
    public init(home: HeadshotHome) {
        presence = home.presence
    }

    /// The workers that live.
    public func living() async -> [WorkerID] {
        await BlockingFiles.run { [presence] in
            presence.living()
        }
    }

    /// The workers that live and whose program is too old for the queue: they only end what they began.
    public func outdated() async -> [WorkerID] {
        await BlockingFiles.run { [presence] in
            presence.living().filter { id in
                presence.format(of: id).map { $0 < JobStore.format } ?? false
            }
        }
    }

    /// The progress of some workers' jobs, as far as they publish it.
    public func progress(
        of workers: Set<WorkerID>
    ) async -> [JobID: JobProgress] {
        await BlockingFiles.run { [presence] in
            var progress: [JobID: JobProgress] = [:]
            for worker in workers {
                for (name, step) in presence.progress(of: worker)?.jobs ?? [:] {
                    if let job = JobID(name) { progress[job] = step }
                }
            }
            return progress
        }
    }
}
