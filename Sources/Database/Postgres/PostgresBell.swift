import Synchronization

/// Rings by a message of the server, which every process gets that listens.
final class PostgresBell: QueueBell {
    private let hub: PostgresHub
    /// The hub's version when it was last waited for.
    private let seen: Mutex<Int>

    init(hub: PostgresHub) {
        self.hub = hub
        seen = Mutex(hub.version)
    }

    var isWatching: Bool { hub.isListening }

    @discardableResult
    func wait(for duration: Duration) async -> Bool {
        let before = seen.withLock(\.self)
        await hub.waitForChange(since: before, atMost: duration)
        let version = hub.version
        seen.withLock { $0 = version }
        return version != before
    }
}
