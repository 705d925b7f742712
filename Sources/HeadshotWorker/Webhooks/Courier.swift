import Foundation
import Generation
import Ground
public import JobQueue
import ObjectStore
public import ServiceLifecycle
import Transfer

/// Reports ended jobs to webhooks, one courier at a time in all processes of a home.
///
/// A graceful shutdown lets requests end that are under way. Cancellation aborts them, and they are made again later.
public struct Courier: Service {
    private let store: JobStore
    private let home: HeadshotHome
    private let environment: WorkerEnvironment

    /// Creates a courier, which waits in ``run()`` until it is the home's only one.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.home = home
        self.environment = environment
    }

    /// Runs until a graceful shutdown or cancellation ends it.
    public func run() async throws {
        guard let transport = CurlTransport() else { throw GenerationError.transportUnavailable }
        let messenger = Messenger(store: store, environment: environment, transport: transport)
        let bell = store.bell()
        // Once it has answered, a server that is away is waited for.
        var wasAnswered = false
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let right = wasAnswered ? try? await takeRight() : try await takeRight()
            wasAnswered = true
            guard let right else {
                await cancelWhenGracefulShutdown { [environment] in
                    _ = try? await environment.pause(Self.turn)
                }
                continue
            }
            await withTaskGroup(of: News.self) { group in
                group.addTask {
                    // Throws when the task is cancelled, which also requests a stop.
                    try? await gracefulShutdown()
                    return .stopRequested
                }
                await deliver(with: messenger, bell, while: right, in: &group)
                group.cancelAll()
            }
        }
    }

    private func takeRight() async throws -> (any HeldRight)? {
        try await BlockingFiles.run { [presence = store.presence] () throws(JobQueueError) in
            try presence.take(.courier)
        }
    }

    private enum News: Sendable {
        case rang, stopRequested
        case sent(Delivery)
    }

    /// What the courier has in hand.
    private struct Round {
        var underWay: [Space: Set<String>] = [:]
        var isListening = false
        var isStopping = false
        var isKeyMissed = false
        var tidied = Date.distantPast

        var isOver: Bool { isStopping && underWay.values.allSatisfy(\.isEmpty) }
    }

    /// Sends what is due, waits for something to happen, and again, until it is to stop, or has lost the right, and nothing
    /// is under way.
    private func deliver(
        with messenger: Messenger, _ bell: any QueueBell, while right: any HeldRight,
        in group: inout TaskGroup<News>
    ) async {
        var round = Round()
        while !round.isOver {
            if !right.isHeld { round.isStopping = true }
            if !round.isStopping {
                await tidy(since: &round.tidied)
                // A queue that cannot be read now can be later.
                let work = try? await store.deliveryWork(
                    underWay: round.underWay, most: Self.most, now: environment.now())
                await begin(work?.due ?? [], with: messenger, &round, in: &group)
                if !round.isListening {
                    round.isListening = true
                    let time = pause(until: work?.next)
                    group.addTask {
                        await bell.wait(for: time)
                        return .rang
                    }
                }
            }
            switch await group.next() {
            case .rang: round.isListening = false
            case .sent(let delivery): round.underWay[delivery.space]?.remove(delivery.id)
            case .stopRequested, nil: round.isStopping = true
            }
        }
    }

    private func begin(
        _ due: [(delivery: Delivery, webhook: Webhook)], with messenger: Messenger,
        _ round: inout Round, in group: inout TaskGroup<News>
    ) async {
        guard !due.isEmpty else { return }
        let key: ServeKey?
        do {
            key = try await ServeKey.read(home)
        } catch {
            // A store that is away says nothing of the key, and may be back at the next look.
            if error.isOfStore, case .unavailable = error { return }
            key = nil
        }
        guard let key else {
            if !round.isKeyMissed { environment.report(.serveKeyMissing(path: home.serveKey)) }
            round.isKeyMissed = true
            return
        }
        round.isKeyMissed = false
        for (delivery, webhook) in due {
            round.underWay[delivery.space, default: []].insert(delivery.id)
            group.addTask {
                await messenger.send(delivery, to: webhook, key: key)
                return .sent(delivery)
            }
        }
    }

    private func pause(until next: Date?) -> Duration {
        let left = next.map { max(0, $0.timeIntervalSince(environment.now())) }
        return left.map { min(Self.patience, .seconds($0)) } ?? Self.patience
    }

    /// Removes what is old, once an hour.
    private func tidy(since last: inout Date) async {
        let now = environment.now()
        guard abs(now.timeIntervalSince(last)) > 3600 else { return }
        last = now
        try? await store.removeOldDeliveries(now: now)
    }

    /// How many deliveries of a space are sent at once: few enough for a small receiver, and one that hangs holds up three others.
    private static let most = 4
    /// After this time the queue is looked at even if nothing rang.
    private static let patience: Duration = .seconds(1)
    /// How often a courier looks whether it is its turn.
    private static let turn: Duration = .seconds(2)
}

extension JobStore {
    /// Removes deliveries that are too old to be of use.
    func removeOldDeliveries(now: Date) throws(JobQueueError) {
        _ = try removeDeliveries(
            arrivedBefore: DeliveryRule.arrivedBefore(now),
            givenUpBefore: DeliveryRule.givenUpBefore(now))
    }
}
