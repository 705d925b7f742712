import Synchronization

/// A value that threads change and tasks wait for.
///
/// Waiting suspends the task; it neither polls nor blocks a thread of the cooperative pool.
public final class Observed<Value: Sendable>: Sendable {
    private struct Waiter: Sendable {
        /// Resumes the waiting task if the value is what it waits for; says whether it did.
        let offer: @Sendable (Value) -> Bool
        let cancel: @Sendable () -> Void
    }

    private struct State: Sendable {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private let state: Mutex<State>

    /// Creates it with a first value.
    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The value now.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value, wakes the tasks that waited for the new one, and returns what the change returns.
    @discardableResult
    public func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            state.waiters = state.waiters.filter { !$0.value.offer(value) }
            return result
        }
    }

    /// Waits until `find` finds something in the value.
    ///
    /// Throws `CancellationError` when the task is cancelled.
    public func wait<Found: Sendable>(
        for find: @escaping @Sendable (Value) -> Found?
    ) async throws -> Found {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(id, continuation: continuation, find: find)
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.cancel()
        }
    }

    private func add<Found: Sendable>(
        _ id: Int, continuation: CheckedContinuation<Found, any Error>,
        find: @escaping @Sendable (Value) -> Found?
    ) {
        state.withLock { state in
            // Asked under the lock, so that a cancellation before this line is seen here and
            // one after it finds the waiter.
            guard !Task.isCancelled else {
                return continuation.resume(throwing: CancellationError())
            }
            if let found = find(state.value) {
                return continuation.resume(returning: found)
            }
            state.waiters[id] = Waiter(
                offer: { value in
                    guard let found = find(value) else { return false }
                    continuation.resume(returning: found)
                    return true
                },
                cancel: { continuation.resume(throwing: CancellationError()) })
        }
    }
}

extension Observed<Int> {
    /// The number before, which goes up by one.
    public func next() -> Int {
        update { number in
            defer { number += 1 }
            return number
        }
    }
}
