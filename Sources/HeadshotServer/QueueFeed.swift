import JobQueue
import ServiceLifecycle
import Synchronization

/// Tells any number of listeners when the queue may have changed; it watches the queue once for all of them.
final class QueueFeed: Service {
    private struct Listener {
        let continuation: AsyncStream<Void>.Continuation
        let wantsProgress: Bool
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var isOver = false
    }

    private let bell: any QueueBell
    private let state = Mutex(State())

    /// After this time a listener looks even if nothing rang.
    private static let patience: Duration = .seconds(1)
    /// What a worker tells of a request on its way rings no bell.
    private static let glance: Duration = .milliseconds(100)

    init(_ store: JobStore) {
        bell = store.bell()
    }

    /// Listens until the server stops, which ends all waiting.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var told = ContinuousClock.now
            while !Task.isCancelled {
                let wantsProgress = state.withLock {
                    $0.listeners.values.contains(where: \.wantsProgress)
                }
                let hasRung = await bell.wait(for: wantsProgress ? Self.glance : Self.patience)
                let isDue = hasRung || told.duration(to: .now) >= Self.patience
                if isDue { told = .now }
                for listener in state.withLock({ Array($0.listeners.values) })
                where isDue || listener.wantsProgress {
                    listener.continuation.yield()
                }
            }
        }
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.continuation.finish() }
    }

    /// Waits until a condition holds, a time has passed, or the server stops.
    ///
    /// - Parameter isMet: Asked at first, and each time that the queue may have changed.
    func wait(
        atMost time: Duration, until isMet: @escaping @Sendable () async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let changes = changes()
            group.addTask { for await _ in changes where try await isMet() { return } }
            group.addTask { try await Task.sleep(for: time) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// An element at once, and one each time that the queue may have changed, until the server stops.
    ///
    /// Elements that come while nothing looks are one.
    ///
    /// - Parameter wantsProgress: Whether to look often enough for the bytes of a request.
    func changes(wantsProgress: Bool = false) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.count += 1
            state.listeners[state.count] = Listener(
                continuation: continuation, wantsProgress: wantsProgress)
            return state.count
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
