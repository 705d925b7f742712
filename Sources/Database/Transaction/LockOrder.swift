/// A lock that a transaction holds to its end, on something that has a name but perhaps no row.
///
/// Locks are taken in their order, so that transactions cannot deadlock.
package struct NamedLock: Hashable, Comparable, Sendable {
    /// What sort of thing it is about; those of a smaller number come first.
    package let sort: Int
    /// The thing; locks of one sort are ordered by name.
    package let names: [String]
    /// Whether others may hold it, too, that only read the thing.
    package let isShared: Bool

    package init(sort: Int, names: [String] = [], isShared: Bool = false) {
        self.sort = sort
        self.names = names
        self.isShared = isShared
    }

    package static func < (left: NamedLock, right: NamedLock) -> Bool {
        guard left.sort == right.sort else { return left.sort < right.sort }
        return left.names.lexicographicallyPrecedes(right.names)
    }
}

/// The locks that a transaction has taken, in their order.
package struct LockOrder {
    private var taken: Set<NamedLock> = []
    private var last: NamedLock?

    package init() {}

    /// Takes a lock that comes after the held ones, or is one of them.
    ///
    /// - Returns: Whether it may be taken. A shared lock is never upgraded: two that upgrade would deadlock.
    package mutating func take(_ lock: NamedLock) -> Bool {
        if taken.contains(lock) { return true }
        if let last, !(last < lock) { return false }
        taken.insert(lock)
        last = lock
        return true
    }
}
