import Foundation
import Generation
public import JobQueue
public import ServiceLifecycle
import Transfer

/// Tells webhooks of jobs that ended, one courier at a time in all processes of a home.
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
        let lock = try CourierLock(home)
        while !lock.takeIfFree() {
            await cancelWhenGracefulShutdown { [environment] in
                _ = try? await environment.pause(Self.turn)
            }
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
        }
        guard let transport = CurlTransport() else { throw GenerationError.transportUnavailable }
        let messenger = Messenger(store: store, environment: environment, transport: transport)
        let bell = store.bell()
        await withTaskGroup(of: News.self) { group in
            group.addTask {
                // Throws when the task is cancelled, which also requests a stop.
                try? await gracefulShutdown()
                return .stopRequested
            }
            await deliver(with: messenger, bell, in: &group)
            group.cancelAll()
        }
        // Held until here.
        withExtendedLifetime(lock) {}
    }

    private enum News: Sendable {
        case rang, stopRequested
        case sent(Delivery)
    }

    /// Sends what is due, waits for something to happen, and again, until it is to stop and nothing is under way.
    private func deliver(
        with messenger: Messenger, _ bell: any QueueBell, in group: inout TaskGroup<News>
    ) async {
        var underWay: [Space: Set<String>] = [:]
        var isListening = false
        var isStopping = false
        var tidied = Date.distantPast
        var isKeyMissed = false
        while !isStopping || underWay.values.contains(where: { !$0.isEmpty }) {
            if !isStopping {
                await tidy(since: &tidied)
                // A queue that cannot be read now can be later.
                let work =
                    (try? await store.deliveryWork(
                        underWay: underWay, most: Self.most, now: environment.now()))
                    ?? DeliveryWork()
                let key = work.due.isEmpty ? nil : try? await ServeKey.read(home)
                if let key {
                    for (delivery, webhook) in work.due {
                        underWay[delivery.space, default: []].insert(delivery.id)
                        group.addTask {
                            await messenger.send(delivery, to: webhook, key: key)
                            return .sent(delivery)
                        }
                    }
                } else if !work.due.isEmpty, !isKeyMissed {
                    environment.report(.serveKeyMissing(path: home.serveKey))
                }
                isKeyMissed = key == nil && !work.due.isEmpty
                if !isListening {
                    isListening = true
                    let time = pause(until: work.next)
                    group.addTask {
                        await bell.wait(for: time)
                        return .rang
                    }
                }
            }
            switch await group.next() {
            case .rang: isListening = false
            case .sent(let delivery): underWay[delivery.space]?.remove(delivery.id)
            case .stopRequested, nil: isStopping = true
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

    /// How many a space is told at once: few enough for a small receiver, and one that hangs holds up three others.
    private static let most = 4
    /// After this time the queue is looked at even if nothing rang.
    private static let patience: Duration = .seconds(1)
    /// How often a courier looks whether it is its turn.
    private static let turn: Duration = .seconds(2)
}

extension JobStore {
    /// Removes deliveries that nobody looks for any more.
    func removeOldDeliveries(now: Date) throws(JobQueueError) {
        _ = try removeDeliveries(
            arrivedBefore: DeliveryRule.arrivedBefore(now),
            givenUpBefore: DeliveryRule.givenUpBefore(now))
    }
}
