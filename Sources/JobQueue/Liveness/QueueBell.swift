/// Wakes a process when any process has changed the queue, so that it need not ask again and again.
///
/// A change may go unheard, so nothing may rely on the bell alone.
public protocol QueueBell: Sendable {
    /// Whether changes are heard; if not, ``wait(for:)`` only waits.
    var isWatching: Bool { get }

    /// How long a process need not look at a queue whose bell does not ring; then it also looks for dead workers.
    var longestSilence: Duration { get }

    /// Returns when the bell has rung since the last time, a while has passed, or the task is cancelled; one call at a time.
    ///
    /// - Returns: Whether it has rung.
    @discardableResult
    func wait(for duration: Duration) async -> Bool
}

extension QueueBell {
    /// Long, since the bell rings for the dead, too.
    public var longestSilence: Duration { .seconds(5) }
}
