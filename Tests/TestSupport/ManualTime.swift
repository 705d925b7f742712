public import Ground
internal import Synchronization

/// Time that passes only while somebody waits, and at once then.
public final class ManualTime: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())

    /// Begins now.
    public init() {}

    /// What was waited for, one after another.
    public var pauses: [Duration] { state.withLock(\.pauses) }

    /// The time for whoever waits.
    public var passing: PassingTime {
        PassingTime(
            now: { self.state.withLock(\.now) }, block: { self.pass($0) },
            sleep: { self.pass($0) })
    }

    private func pass(_ pause: Duration) {
        state.withLock { state in
            state.now += pause
            state.pauses.append(pause)
        }
    }
}
