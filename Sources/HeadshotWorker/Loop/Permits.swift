package import JobQueue
import Synchronization

/// A counting semaphore for tasks, which hold no thread while they wait: they have their turn space by space, and within a
/// space in their order.
package final class Permits: Sendable {
    private struct Waiter {
        let id: UInt64
        let space: Space
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Waiters {
        var free: Int
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0
        var lastServed = Space.commandLine
        var isClosed = false

        mutating func next() -> Waiter? {
            func turn(_ waiter: Waiter) -> (Int, String) {
                let name = waiter.space.rawValue
                return (name > lastServed.rawValue ? 0 : 1, name)
            }
            // Of equal ones the first, which has waited longest.
            let next = waiting.indices.min { turn(waiting[$0]) < turn(waiting[$1]) }
            guard let next else { return nil }
            lastServed = waiting[next].space
            return waiting.remove(at: next)
        }
    }

    private let state: Mutex<Waiters>

    /// Holds so many permits.
    package init(_ count: Int) {
        state = Mutex(Waiters(free: count))
    }

    var freeCount: Int { state.withLock(\.free) }

    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Runs `body` with a permit; nil, without running it, if the task is cancelled or the permits are closed first.
    ///
    /// - Parameter space: Whose turn it is; one for all means first come, first served.
    package func holding<Value>(
        for space: Space = .commandLine, _ body: () async throws -> Value
    ) async throws -> Value? {
        guard await take(for: space) else { return nil }
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

    private func take(for space: Space) async -> Bool {
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
                        state.waiting.append(
                            Waiter(id: id, space: space, continuation: continuation))
                        return nil
                    }
                    state.free -= 1
                    state.lastServed = space
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
            let next = state.next()
            if next == nil { state.free += 1 }
            return next
        }
        next?.continuation.resume(returning: true)
    }
}
