import JobQueue
import Synchronization

final class WorkCounter: Sendable {
    private let state = Mutex(WorkSummary())

    var summary: WorkSummary { state.withLock { $0 } }

    func note(_ event: WorkerEvent) {
        guard case .left(_, let jobState, _, _) = event else { return }
        state.withLock { $0.jobs[jobState, default: 0] += 1 }
    }

    func close(_ ending: WorkEnding) {
        state.withLock { $0.ending = ending }
    }
}
