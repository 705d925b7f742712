import Synchronization

/// ``Permits`` by key, such as a photo or a person: so many for each key, and nothing is kept of one that no task uses.
package final class KeyedPermits<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let permits: Permits
        var users = 0
    }

    private let count: Int
    private let entries = Mutex<[Key: Entry]>([:])

    /// Holds so many permits for each key.
    package init(_ count: Int) {
        self.count = count
    }

    /// Runs `body` with a permit of a key; nil, without running it, if the task is cancelled first.
    package func holding<Value>(
        for key: Key, _ body: () async throws -> Value
    ) async throws -> Value? {
        let permits = enter(key)
        defer { leave(key) }
        return try await permits.holding(body)
    }

    private func enter(_ key: Key) -> Permits {
        entries.withLock { entries in
            var entry = entries[key] ?? Entry(permits: Permits(count))
            entry.users += 1
            entries[key] = entry
            return entry.permits
        }
    }

    private func leave(_ key: Key) {
        entries.withLock { entries in
            entries[key]?.users -= 1
            if entries[key]?.users == 0 { entries[key] = nil }
        }
    }
}
