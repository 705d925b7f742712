import Foundation
import JobQueue

/// Waits until the queue may have something new for a worker, at next to no cost.
struct QueueWatcher: Sendable {
    let store: JobStore
    let lock: WorkerLock
    let progress: ProgressBoard
    let environment: WorkerEnvironment

    /// Returns when the queue changes, a moment comes, a second passes, or the task is cancelled.
    ///
    /// - Parameter version: The queue's data version before it was last looked at, so that no change is missed.
    func wait(since version: Int, until moment: Date?) async {
        // Counted and not timed: a clock that is set back must not make a worker sleep.
        for _ in 0..<Self.patience {
            do {
                try await environment.pause(Self.interval)
                publishProgress()
                if try await store.dataVersion() != version { return }
            } catch {
                // Cancelled, or the file cannot be read: the caller looks, and meets the error itself.
                return
            }
            if let moment, environment.now() >= moment { return }
        }
    }

    /// Progress is a courtesy: that it cannot be written does no harm to the job.
    private func publishProgress() {
        guard let changes = progress.takeChanges() else { return }
        try? lock.publish(changes)
    }

    /// Short enough that a new job is taken within 50 ms, long enough to cost under a thousandth of a core.
    private static let interval: Duration = .milliseconds(25)

    /// Intervals in a second, after which an unchanged queue is looked at for dead workers, which change nothing.
    private static let patience = 40
}
