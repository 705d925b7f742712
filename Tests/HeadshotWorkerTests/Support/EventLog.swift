import HeadshotWorker
import JobQueue
import TestSupport

/// What a worker has told so far, to be waited for.
final class EventLog: Sendable {
    private let events = Observed<[WorkerEvent]>([])

    /// All of it, in order.
    var all: [WorkerEvent] { events.value }

    func add(_ event: WorkerEvent) {
        events.update { $0.append(event) }
    }

    /// Waits until so many events are of a kind.
    func wait(for count: Int = 1, where isMeant: @escaping @Sendable (WorkerEvent) -> Bool)
        async throws
    {
        try await events.wait { $0.count(where: isMeant) >= count ? () : nil }
    }
}

extension WorkerEvent {
    var isClaimed: Bool { if case .claimed = self { true } else { false } }
    var isCannotKeep: Bool { if case .cannotKeep = self { true } else { false } }
    var isHeld: Bool { if case .held = self { true } else { false } }
    var isStarted: Bool { if case .started = self { true } else { false } }
    var isStopping: Bool { if case .stopping = self { true } else { false } }

    /// Whether a job left in a state.
    func left(in state: JobState) -> Bool {
        if case .left(_, state, _, _, _) = self { true } else { false }
    }
}
