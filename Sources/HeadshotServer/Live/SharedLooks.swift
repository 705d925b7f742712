import Companion
import JobQueue
import Synchronization

/// One look at the queue for all pages that show a job at the same moment.
///
/// While a look is under way, the pages that come wait for the next one, which is for all of them. So the queue is read by one page at
/// a time, however many are open, and a page that is alone waits for nothing.
final class SharedLooks: Sendable {
    /// What a look has found: the jobs with their charges, and the gates.
    struct Look: Sendable {
        let jobs: [JobID: (job: Job, charges: [Charge])]
        let gates: [Gate]
    }

    /// How the wait of a page ends.
    private enum Turn: Sendable {
        /// It looks, for these, too.
        case looks(for: [Waiter])
        /// Another has looked.
        case seen(Look)
        /// Another has looked, and the queue could not be read.
        case failed
    }

    private struct Waiter: Sendable {
        let job: JobID
        let continuation: CheckedContinuation<Turn, Never>
    }

    private struct State {
        var isLooking = false
        var waiting: [Waiter] = []
    }

    private let state = Mutex(State())

    /// How many wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    private let read: @Sendable (Set<JobID>) async throws -> Look

    init(_ read: @escaping @Sendable (Set<JobID>) async throws -> Look) {
        self.read = read
    }

    convenience init(_ store: JobStore) {
        self.init { ids in
            Look(jobs: try await store.jobsAndCharges(ids), gates: try await store.gates())
        }
    }

    /// The queue as it is now, as far as it is about a job.
    func look(at job: JobID) async throws -> Look {
        let turn = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                if state.isLooking {
                    state.waiting.append(Waiter(job: job, continuation: continuation))
                    return false
                }
                state.isLooking = true
                return true
            }
            if isFirst { continuation.resume(returning: .looks(for: [])) }
        }
        switch turn {
        case .seen(let look): return look
        case .failed: throw Refusal.queue
        case .looks(let others):
            defer { passOn() }
            do {
                let look = try await read(Set(others.map(\.job) + [job]))
                for other in others { other.continuation.resume(returning: .seen(look)) }
                return look
            } catch {
                for other in others { other.continuation.resume(returning: .failed) }
                throw error
            }
        }
    }

    /// Lets one of those who wait look for all of them.
    private func passOn() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isLooking = !state.waiting.isEmpty
            return state.waiting
        }
        waiting.first?.continuation.resume(
            returning: .looks(for: Array(waiting.dropFirst())))
    }
}
