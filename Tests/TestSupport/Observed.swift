import Synchronization

/// A value that threads change and tasks wait for.
///
/// Waiting suspends the task; it neither polls nor blocks a thread of the cooperative pool. Tasks are resumed outside the lock,
/// which their cancellation takes, too: the system may hold a lock of the task meanwhile.
public final class Observed<Value: Sendable>: Sendable {
    private struct Waiter: Sendable {
        /// What resumes the waiting task; nil if the value is not what it waits for.
        let resumption: @Sendable (Value) -> (@Sendable () -> Void)?
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
        let (result, resumptions) = state.withLock { state in
            let result = change(&state.value)
            let resumptions = state.waiters.compactMapValues { $0.resumption(state.value) }
            for id in resumptions.keys { state.waiters[id] = nil }
            return (result, resumptions)
        }
        for resume in resumptions.values { resume() }
        return result
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
        let resumption: (@Sendable () -> Void)? = state.withLock { state in
            let resumption: @Sendable (Value) -> (@Sendable () -> Void)? = { value in
                guard let found = find(value) else { return nil }
                return { continuation.resume(returning: found) }
            }
            let cancel: @Sendable () -> Void = {
                continuation.resume(throwing: CancellationError())
            }
            // Asked under the lock, so that a cancellation before this line is seen here and
            // one after it finds the waiter.
            if Task.isCancelled { return cancel }
            if let resume = resumption(state.value) { return resume }
            state.waiters[id] = Waiter(resumption: resumption, cancel: cancel)
            return nil
        }
        resumption?()
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
