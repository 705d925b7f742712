import Dispatch
import Synchronization

/// Rings by a message of the server, which every process gets that listens.
final class PostgresBell: QueueBell {
    private let hub: PostgresHub
    private let state = Mutex(State())

    private struct State {
        var hasRung = false
        var turn = 0
        var waiting: CheckedContinuation<Bool, Never>?
    }

    init(hub: PostgresHub) { self.hub = hub }

    deinit { hub.forget(ObjectIdentifier(self)) }

    var isWatching: Bool { hub.isListening }

    /// Returns when the bell has rung since the last call, after `duration`, or on cancellation; one call at a time.
    @discardableResult
    func wait(for duration: Duration) async -> Bool {
        let turn = state.withLock { state in
            state.turn += 1
            return state.turn
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let rung = state.withLock { state -> Bool? in
                    if state.hasRung || Task.isCancelled {
                        defer { state.hasRung = false }
                        return state.hasRung
                    }
                    state.waiting = continuation
                    return nil
                }
                if let rung {
                    continuation.resume(returning: rung)
                } else {
                    // Not on the hub's queue, which may be waiting for the server.
                    DispatchQueue.global().asyncAfter(deadline: .now() + duration / .seconds(1)) {
                        [weak self] in self?.end(turn)
                    }
                }
            }
        } onCancel: {
            end(turn)
        }
    }

    /// Wakes who waits, or else the next who does.
    func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.hasRung = state.waiting == nil
            return state.waiting
        }
        waiting?.resume(returning: true)
    }

    private func end(_ turn: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.turn == turn else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: false)
    }
}
