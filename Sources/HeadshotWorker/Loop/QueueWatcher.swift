import Foundation
import JobQueue

/// Waits until the queue may have something new for a worker, at almost no cost.
struct QueueWatcher: Sendable {
    let store: JobStore
    let bell: any QueueBell
    let identity: WorkerIdentity
    let progress: ProgressBoard
    let lanes: [Lane]
    let environment: WorkerEnvironment

    /// Returns when the queue changes, a slot becomes free, a moment comes, some seconds pass, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - version: The queue's data version before it was last looked at, so that no change is missed.
    ///   - isBusy: Whether there are jobs whose progress must be published.
    func wait(since version: Int, until moment: Date?, isBusy: Bool) async {
        publishProgress()
        let looksOften = isBusy || !bell.isWatching
        // Counted, not timed: a clock that is set back must not make a worker sleep.
        for _ in 0..<(looksOften ? Self.glances : 1) {
            let left = moment.map { max(0, $0.timeIntervalSince(environment.now())) }
            let pause = looksOften ? Self.glance : Self.patience
            await bell.wait(for: left.map { min(pause, .seconds($0)) } ?? pause)
            if Task.isCancelled { return }
            publishProgress()
            // Each lane is asked, so that none keeps old news.
            if lanes.count(where: { $0.slots.takeNews() }) > 0 { return }
            do {
                if try await store.engine.dataVersion() != version { return }
            } catch {
                // The caller's next look meets the same error.
                return
            }
            if let moment, environment.now() >= moment { return }
        }
    }

    /// Shows what has changed; progress is optional: a failure to write it does not harm the job.
    private func publishProgress() {
        guard let changes = progress.takeChanges() else { return }
        identity.publish(changes)
    }

    /// After this time the queue is looked at anyway: a death changes nothing in it, and a server reports no ends of jobs.
    private static let patience: Duration = .seconds(1)

    /// Short enough to watch progress live, and to claim a new job within 50 ms without a bell.
    private static let glance: Duration = .milliseconds(25)

    /// As many as fit into a second.
    private static let glances = 40
}
