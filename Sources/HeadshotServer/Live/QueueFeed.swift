import Answers
import JobQueue
import Logging
import ServiceLifecycle
import Setup
import Synchronization

/// Tells any number of listeners what happens to jobs; it reads the queue once for all of them.
final class QueueFeed: Service {
    private struct Listener {
        let topic: Topic
        let continuation: AsyncStream<Glance>.Continuation
        let wantsProgress: Bool
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var isOver = false
    }

    private let reader: JobReader
    private let logger: Logger
    private let state = Mutex(State())

    /// After this time it looks even if nothing rang.
    private static let patience: Duration = .seconds(1)
    /// Listeners come, and what a worker tells of a request on its way rings no bell.
    private static let pause: Duration = .milliseconds(100)

    init(_ reader: JobReader, logger: Logger) {
        self.reader = reader
        self.logger = logger
    }

    /// Looks until the server stops, which ends all waiting.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            let bell = reader.session.store.bell()
            var look = QueueLook()
            var looked = ContinuousClock.now
            while !Task.isCancelled {
                let hasRung = await bell.wait(for: Self.pause)
                let listeners = state.withLock { Array($0.listeners.values) }
                let topics = Set(listeners.map(\.topic))
                let isDue =
                    hasRung || topics != look.topics
                    || looked.duration(to: .now) >= Self.patience
                guard !topics.isEmpty, isDue || listeners.contains(where: \.wantsProgress) else {
                    continue
                }
                do {
                    if isDue {
                        try await look.read(topics, reader)
                        looked = .now
                    }
                    let glances = try await look.glances(reader)
                    for listener in listeners {
                        if let glance = glances[listener.topic] {
                            listener.continuation.yield(glance)
                        }
                    }
                } catch {
                    // The listeners are told later.
                    logger.debug("The queue cannot be read: \(error)")
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

    /// Listens for the newest about a topic: soon, and then at least once a second, until the server stops.
    ///
    /// - Parameter wantsProgress: Whether to look often enough for the bytes of a request.
    func listen(to topic: Topic, wantsProgress: Bool = false) -> Listening {
        let (stream, continuation) = AsyncStream<Glance>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.count += 1
            state.listeners[state.count] = Listener(
                topic: topic, continuation: continuation, wantsProgress: wantsProgress)
            return state.count
        }
        guard let number else {
            continuation.finish()
            return Listening(glances: stream) {}
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return Listening(glances: stream) { continuation.finish() }
    }
}

/// What a listener hears, until either side ends it.
struct Listening: Sendable {
    /// The newest, each time that the feed has looked.
    let glances: AsyncStream<Glance>
    /// Ends it, as when the client has left.
    let end: @Sendable () -> Void

    /// Waits until the job has ended or was removed, or a time has passed.
    func waitForEnd(atMost time: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [glances] in
                for await glance in glances {
                    guard case .job(let job?) = glance, job.ended == nil else { return }
                }
            }
            group.addTask { try await Task.sleep(for: time) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
