import Synchronization

/// A value that tasks of one test share.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    /// The value now.
    var now: Value { value.withLock { $0 } }

    /// Changes the value alone, and returns what the change says.
    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }
}

extension Shared<Int> {
    /// The number before, which goes up by one.
    func next() -> Int {
        change { number in
            defer { number += 1 }
            return number
        }
    }
}
