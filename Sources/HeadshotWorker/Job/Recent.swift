import Synchronization

/// The newest of the values that a worker may need again, only in memory.
final class Recent<Value: Sendable>: Sendable {
    private struct Entries {
        var values: [String: Value] = [:]
        /// The keys of `values`, oldest first.
        var order: [String] = []
    }

    private let most: Int
    private let state = Mutex(Entries())

    init(most: Int) {
        self.most = most
    }

    subscript(key: String) -> Value? {
        get { state.withLock { $0.values[key] } }
        set {
            state.withLock { state in
                guard let newValue else { return }
                if state.values.updateValue(newValue, forKey: key) == nil {
                    state.order.append(key)
                }
                if state.order.count > most { state.values[state.order.removeFirst()] = nil }
            }
        }
    }
}
