/// A lock on what a transaction read and decides by: held to its end, so that no other transaction changes it.
///
/// Locks are taken in the order of the cases, so that transactions cannot deadlock.
package enum QueueLock: Sendable, Hashable {
    /// The gates of a provider and its models: shared to read them, exclusive to change one or to count requests.
    case gates(of: String, alone: Bool)
    /// The money of a day: all of it, and then that of a space.
    case budget(of: Space?, day: String)
    /// A person's places of a day.
    case person(Person, day: String)
    /// A job with its charge that is not free.
    case job(JobID)
    /// The counter that numbers new jobs.
    case numbers
    /// The persons whom a space has met.
    case newPersons(of: Space)
    /// What a store says of the purchases in a space.
    case purchases(of: Space)
    /// What is kept of a person from day to day.
    case days(of: Person)
}

/// The locks that a transaction has taken, in their order.
struct LockOrder {
    private var taken: Set<QueueLock> = []
    private var last: QueueLock?

    /// Takes a lock that comes after the held ones, or is one of them.
    ///
    /// - Returns: Whether it may be taken. A shared lock is never upgraded: two that upgrade would deadlock.
    mutating func take(_ lock: QueueLock) -> Bool {
        if taken.contains(lock) { return true }
        if let last, last.place >= lock.place { return false }
        taken.insert(lock)
        last = lock
        return true
    }
}

extension QueueLock {
    /// The position of the lock; locks of one case are ordered by name.
    var place: Place {
        switch self {
        case .gates(let provider, _): Place(sort: 0, names: [provider])
        case .budget(let space, let day):
            Place(sort: 1, names: [space == nil ? "all" : "space", space?.rawValue ?? "", day])
        case .person(let person, let day):
            Place(sort: 2, names: [person.space.rawValue, person.rawValue, day])
        case .job(let id): Place(sort: 3, names: [id.description])
        case .numbers: Place(sort: 4, names: [])
        case .newPersons(let space): Place(sort: 5, names: [space.rawValue])
        case .purchases(let space): Place(sort: 6, names: [space.rawValue])
        case .days(let person): Place(sort: 7, names: [person.space.rawValue, person.rawValue])
        }
    }

    struct Place: Comparable {
        let sort: Int
        let names: [String]

        static func < (left: Place, right: Place) -> Bool {
            guard left.sort == right.sort else { return left.sort < right.sort }
            return left.names.lexicographicallyPrecedes(right.names)
        }
    }
}

extension QueueTransaction {
    /// Takes locks of one case in their order.
    package func lock(all locks: [QueueLock]) throws {
        let placed = locks.map { (place: $0.place, lock: $0) }
        for (_, lock) in placed.sorted(by: { $0.place < $1.place }) { try self.lock(lock) }
    }
}
