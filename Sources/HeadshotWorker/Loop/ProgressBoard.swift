import JobQueue
import Synchronization

/// The progress of this worker's jobs; written from any thread, published by the worker's loop.
final class ProgressBoard: Sendable {
    private struct Board {
        var progress: LiveProgress
        var isPublished: Bool
    }

    private let state: Mutex<Board>

    /// Creates a board without jobs.
    ///
    /// - Parameter worker: What the worker says of itself; `nil` publishes nothing until there is a job.
    init(worker: LiveWorker? = nil) {
        state = Mutex(
            Board(progress: LiveProgress(worker: worker), isPublished: worker == nil))
    }

    /// Has all of it published once more: the worker has another name now.
    func publishAgain() { state.withLock { $0.isPublished = false } }

    func set(_ progress: JobProgress, for job: JobID) {
        state.withLock { state in
            guard state.progress.jobs["\(job)"] != progress else { return }
            state.progress.jobs["\(job)"] = progress
            state.isPublished = false
        }
    }

    func remove(_ job: JobID) {
        state.withLock { state in
            guard state.progress.jobs.removeValue(forKey: "\(job)") != nil else { return }
            state.isPublished = false
        }
    }

    /// What to publish, if anything changed since the last call.
    func takeChanges() -> LiveProgress? {
        state.withLock { state in
            guard !state.isPublished else { return nil }
            state.isPublished = true
            return state.progress
        }
    }
}
