import Answers
import Ground
import HeadshotWorker
import JobQueue
import ObjectStore
import ServiceLifecycle
import Setup
import Synchronization

/// Whether the server can take photos and orders.
final class Readiness: Service {
    private let session: Session
    private let isStopping = Atomic(false)
    private let isStoreAway = Atomic(false)

    /// In bytes: some photos, their headshots and the queue's log.
    private static let leastRoom = 64_000_000
    /// A load balancer asks again soon.
    private static let patience: Duration = .seconds(1)
    /// Between two looks at the store, whose answer can take longer than a load balancer waits.
    private static let pause: Duration = .seconds(5)

    init(_ session: Session) {
        self.session = session
    }

    /// Looks at the store, and notes that the server stops.
    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await self.watchStore() }
            try? await gracefulShutdown()
            isStopping.store(true, ordering: .releasing)
            group.cancelAll()
        }
    }

    struct Report: Encodable {
        enum Status: String, Encodable {
            case ready
            /// Orders are taken, but nothing does them at present.
            case degraded
            case unavailable
        }

        let status: Status
        /// Stable codes of what is wrong.
        let problems: [ReadinessProblem]
    }

    func look() async -> Report {
        var problems: [ReadinessProblem] = []
        if isStopping.load(ordering: .acquiring) { problems.append(.stopping) }
        if FreeSpace.bytes(at: session.home.root) ?? 0 < Self.leastRoom {
            problems.append(.disk)
        }
        let gates = await gatesInTime()
        if gates == nil || session.store.engine.isHeldUp { problems.append(.queue) }
        if isStoreAway.load(ordering: .acquiring) { problems.append(.store) }
        guard problems.isEmpty else { return Report(status: .unavailable, problems: problems) }
        if gates?.contains(where: \.isHalted) == true { problems.append(.halted) }
        let crew = try? await WorkerRoster(session.store.presence).crew(now: session.now)
        if let problem = ReadinessProblem(crew ?? .missing) { problems.append(problem) }
        return Report(status: problems.isEmpty ? .ready : .degraded, problems: problems)
    }

    /// Asks the store of the files from time to time; for files in the home, the room on the disk is enough.
    private func watchStore() async {
        guard !session.home.keepsFiles else { return }
        while !Task.isCancelled {
            do {
                _ = try await session.home.objects.size("room")
                isStoreAway.store(false, ordering: .releasing)
            } catch {
                isStoreAway.store(true, ordering: .releasing)
            }
            // Waits: between two looks.
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// The gates, which shows that the queue can be read; nil if that fails or takes too long, or if the queue takes no writes.
    private func gatesInTime() async -> [Gate]? {
        try? await finished(within: Self.patience) { [session] in
            try await CallPatience.$ofTask.withValue(.zero) {
                try session.store.engine.checkFiles()
                guard try await session.store.engine.takesWrites() else {
                    throw CancellationError()
                }
                return try await session.store.gates()
            }
        }
    }
}
