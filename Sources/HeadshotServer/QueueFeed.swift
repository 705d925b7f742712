import JobQueue
import ServiceLifecycle
import Synchronization

/// Tells any number of listeners when the queue may have changed; it watches the queue once for all of them.
final class QueueFeed: Service {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
        var isOver = false
    }

    private let bell: any QueueBell
    private let state = Mutex(State())

    init(_ store: JobStore) {
        bell = store.bell()
    }

    /// Listens until the server stops, which ends all waiting.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                // A second passes for what no bell tells, such as a request's bytes.
                await bell.wait(for: .seconds(1))
                for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
            }
        }
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    /// Waits until a condition holds, a time has passed, or the server stops.
    ///
    /// - Parameter isMet: Asked at first, and each time that the queue may have changed.
    func wait(
        atMost time: Duration, until isMet: @escaping @Sendable () async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Listening begins before the first look, so that no change is missed.
            let changes = changes()
            group.addTask {
                if try await isMet() { return }
                for await _ in changes where try await isMet() { return }
            }
            group.addTask { try await Task.sleep(for: time) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// An element each time that the queue may have changed; those that come while nobody looks are one.
    private func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.count += 1
            state.listeners[state.count] = listener
            return state.count
        }
        guard let number else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
