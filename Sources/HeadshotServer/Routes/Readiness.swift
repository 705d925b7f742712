import Ground
import HeadshotWorker
import JobQueue
import ServiceLifecycle
import Setup
import Synchronization

/// Whether the server can take photos and orders.
final class Readiness: Service {
    private let session: Session
    private let isStopping = Atomic(false)

    /// In bytes: some photos, their headshots and the queue's log.
    private static let leastRoom = 64_000_000
    /// A load balancer asks again soon.
    private static let patience: Duration = .seconds(1)

    init(_ session: Session) {
        self.session = session
    }

    /// Notes that the server stops.
    func run() async throws {
        try? await gracefulShutdown()
        isStopping.store(true, ordering: .releasing)
    }

    /// What a load balancer reads.
    struct Answer: Encodable {
        enum Status: String, Encodable {
            case ready
            /// Orders are taken, but nothing does them at present.
            case degraded
            case unavailable
        }

        let status: Status
        /// Stable codes of what is wrong.
        let problems: [String]
    }

    func look() async -> Answer {
        var problems: [String] = []
        if isStopping.load(ordering: .acquiring) { problems.append("stopping") }
        if FreeSpace.bytes(at: session.home.root) ?? 0 < Self.leastRoom {
            problems.append("disk")
        }
        let gates = await gatesInTime()
        if gates == nil { problems.append("queue") }
        guard problems.isEmpty else { return Answer(status: .unavailable, problems: problems) }
        if gates?.contains(where: \.isHalted) == true { problems.append("halted") }
        let living = try? await WorkerRoster(session.store.presence).living()
        if living?.isEmpty ?? true { problems.append("no_worker") }
        return Answer(status: problems.isEmpty ? .ready : .degraded, problems: problems)
    }

    /// The gates, which shows that the queue can be read; nil if that fails or takes too long.
    private func gatesInTime() async -> [Gate]? {
        await withTaskGroup(of: [Gate]?.self) { group in
            group.addTask { [session] in try? await session.store.gates() }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
