public import JobQueue
import ObjectStore

/// The live workers of a home, as other processes see them.
public struct WorkerRoster: Sendable {
    private let folder: String

    /// Names the roster of a home.
    public init(home: HeadshotHome) {
        folder = home.workers
    }

    /// The workers that live.
    public func living() async -> [WorkerID] {
        await BlockingFiles.run { [folder] in
            WorkerLock.living(in: folder)
        }
    }

    /// The progress of some workers' jobs, as far as they publish it.
    public func progress(
        of workers: Set<WorkerID>
    ) async -> [JobID: JobProgress] {
        await BlockingFiles.run { [folder] in
            var progress: [JobID: JobProgress] = [:]
            for worker in workers {
                for (name, step) in WorkerLock.progress(of: worker, in: folder)?.jobs ?? [:] {
                    if let job = JobID(name) { progress[job] = step }
                }
            }
            return progress
        }
    }
}
