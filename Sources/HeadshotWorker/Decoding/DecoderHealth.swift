import Synchronization

/// Tracks whether the processes of a pool become ready at all.
final class DecoderHealth: Sendable {
    private struct Failures {
        var wasReady = false
        var failures = 0
    }

    private let state = Mutex(Failures())

    /// Notes that a process is ready.
    func noteReady() {
        state.withLock { $0 = Failures(wasReady: true) }
    }

    /// Notes that none became ready; returns whether to give up.
    ///
    /// If one was ready before, the machine may only be short of something for a while.
    func noteFailure() -> Bool {
        state.withLock { state in
            state.failures += 1
            return !state.wasReady || state.failures >= Self.mostFailures
        }
    }

    /// Failures in a row; each is two processes that did not become ready.
    private static let mostFailures = 10
}
