import Answers
import JobQueue
import Logging
import ServiceLifecycle
import Setup
import Synchronization

struct FeedTimes: Sendable {
    /// After this time it reads the queue even if no bell rang, and looks again at what the tokens of its listeners allow.
    var look: Duration = .seconds(1)
    /// Between two looks at the listeners, and at what workers report about a request on its way, which rings no bell.
    var pause: Duration = .milliseconds(100)
    /// How long a read waits for a queue's server that is away: less than ``silence``.
    var patience: Duration = .seconds(5)
    /// Proxies close connections that are silent for longer.
    var silence: Duration = .seconds(15)
}

/// Reports changes of jobs to any number of listeners; it reads the queue once for all of them.
///
/// Clock: of the pauses between two looks, which tests choose by ``FeedTimes``.
final class QueueFeed: Service {
    private struct Listener {
        let topic: Topic
        let caller: Caller
        let continuation: AsyncStream<FeedUpdate>.Continuation
        let wantsProgress: Bool
    }

    private struct Listeners {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var isOver = false
    }

    let times: FeedTimes
    private let session: Session
    private let logger: Logger
    private let state = Mutex(Listeners())

    init(_ session: Session, times: FeedTimes = FeedTimes(), logger: Logger) {
        self.session = session
        self.times = times
        self.logger = logger
    }

    /// Looks until the server stops, which ends all waiting.
    func run() async throws {
        await CallPatience.$ofTask.withValue(times.patience) {
            await cancelWhenGracefulShutdown { [self] in await look() }
        }
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.continuation.finish() }
    }

    private func look() async {
        let bell = session.store.bell()
        var look = QueueSnapshot()
        var (lastRead, lastCheck) = (ContinuousClock.now, ContinuousClock.now)
        // Kept while there is no listener: what was read before is too old for the next one.
        var hasRung = true
        while !Task.isCancelled {
            if await bell.wait(for: times.pause) { hasRung = true }
            var listeners = state.withLock(\.listeners)
            let topics = Set(listeners.values.map(\.topic))
            let isDue =
                hasRung || topics != look.topics || lastRead.duration(to: .now) >= times.look
            guard !topics.isEmpty, isDue || listeners.values.contains(where: \.wantsProgress)
            else { continue }
            do {
                // First: what is read afterwards goes only to those who may still have it.
                if lastCheck.duration(to: .now) >= times.look {
                    try await endRefused(&listeners)
                    lastCheck = .now
                }
                if isDue {
                    try await look.read(topics, session)
                    lastRead = .now
                    hasRung = false
                }
                let glances = try await look.glances(session)
                for listener in listeners.values {
                    if let glance = glances[listener.topic] { listener.continuation.yield(glance) }
                }
            } catch {
                // The listeners get the changes later; until then, they show that their connections live.
                logger.debug("The queue cannot be read: \(error)")
                for listener in listeners.values { listener.continuation.yield(.unreadable) }
            }
        }
    }

    /// Ends the listening of callers who may no longer do what they could when they began.
    private func endRefused(_ listeners: inout [Int: Listener]) async throws {
        let standings = try await session.store.standings(
            of: Set(listeners.values.map(\.caller.use)),
            now: session.configuration.environment.now)
        for (number, listener) in listeners {
            do throws(Refusal) {
                try listener.caller.recheck(standings[listener.caller.use])
            } catch {
                listeners[number] = nil
                listener.continuation.finish()
            }
        }
    }

    /// Listens for the newest about a topic: soon, and then at least once a second, until the server stops or the caller
    /// may no longer listen.
    ///
    /// - Parameter wantsProgress: Whether to look often enough for the bytes of a request.
    func listen(
        to topic: Topic, for caller: Caller, wantsProgress: Bool = false
    ) -> Listening {
        let (stream, continuation) = AsyncStream<FeedUpdate>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.count += 1
            state.listeners[state.count] = Listener(
                topic: topic, caller: caller, continuation: continuation,
                wantsProgress: wantsProgress)
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
    let glances: AsyncStream<FeedUpdate>
    /// Ends it, as when the client has left.
    let end: @Sendable () -> Void

    /// Waits until the job has ended or was removed, or a time has passed.
    func waitForEnd(atMost time: Duration) async throws {
        _ = try await finished(within: time) { [glances] in
            for await glance in glances {
                switch glance {
                case .job(let job?) where job.ended == nil: break
                case .job, .scope: return
                case .unreadable: break
                }
            }
        }
    }
}
