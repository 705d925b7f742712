import Synchronization

/// A counting semaphore for tasks, first come, first served; waiting tasks hold no thread.
package final class Permits: Sendable {
    private struct State {
        var free: Int
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state: Mutex<State>

    /// Holds so many permits.
    package init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs `body` with a permit; nil, without running it, if the task is cancelled or the permits are closed first.
    package func holding<Value>(_ body: () async throws -> Value) async throws -> Value? {
        guard await take() else { return nil }
        defer { giveBack() }
        return try await body()
    }

    /// Gives out no more permits; waiting tasks stop waiting.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume(returning: false) }
    }

    private func take() async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled: Bool? = state.withLock { state in
                    // A cancellation before this point found no waiter to resume.
                    if state.isClosed || Task.isCancelled { return false }
                    guard state.free > 0 else {
                        state.waiting.append((id, continuation))
                        return nil
                    }
                    state.free -= 1
                    return true
                }
                if let isSettled { continuation.resume(returning: isSettled) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    private func giveBack() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
