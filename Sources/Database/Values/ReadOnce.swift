import Synchronization

/// What stored texts say, each text read once: settings are read for every request, and seldom change.
package final class ReadOnce<Value: Sendable>: Sendable {
    private let known = Mutex<[String: Value]>([:])
    private let read: @Sendable (String) -> Value?

    package init(_ read: @escaping @Sendable (String) -> Value?) { self.read = read }

    /// The value of a text; `nil` if it has none.
    package func callAsFunction(_ text: String) -> Value? {
        if let value = known.withLock({ $0[text] }) { return value }
        guard let value = read(text) else { return nil }
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[text] = value
        }
        return value
    }

    /// More than the spaces of a busy server; after as many changes, all are read once more.
    private static var most: Int { 1000 }
}
