/// A lock on what a transaction read and decides by: held to its end, so that no other transaction changes it.
///
/// Locks are taken in the order of the cases, so that transactions cannot deadlock.
package enum QueueLock: Sendable, Hashable {
    /// The gates of a provider and its models: shared to read them, exclusive to change one or to count requests.
    case gates(of: String, alone: Bool)
    /// The money of a day, of all.
    case dayBudget(String)
    /// The money of a space, of a day and in all.
    case budget(of: Space)
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
    /// The rows of kept sums, for those who take some away; others add rows beside it.
    case sums
}

extension QueueLock {
    /// The lock as the engine knows it; locks of one case are ordered by name.
    var name: NamedLock {
        switch self {
        case .gates(let provider, let alone):
            NamedLock(sort: 0, names: [provider], isShared: !alone)
        case .dayBudget(let day): NamedLock(sort: 1, names: ["all", day])
        case .budget(let space): NamedLock(sort: 1, names: ["space", space.rawValue])
        case .person(let person, let day):
            NamedLock(sort: 2, names: [person.space.rawValue, person.rawValue, day])
        case .job(let id): NamedLock(sort: 3, names: [id.description])
        case .numbers: NamedLock(sort: 4)
        case .newPersons(let space): NamedLock(sort: 5, names: [space.rawValue])
        case .purchases(let space): NamedLock(sort: 6, names: [space.rawValue])
        case .days(let person):
            NamedLock(sort: 7, names: [person.space.rawValue, person.rawValue])
        case .sums: NamedLock(sort: 8)
        }
    }
}

extension QueueTransaction {
    /// Who holds a job, and whether the user wants it to stop.
    static var holdSQL: String { "SELECT token, cancel_requested FROM job WHERE id = ?" }

    /// Waits until no other transaction holds a conflicting lock, and holds this one to the end.
    package func lock(_ lock: QueueLock) throws {
        if case .job(let id) = lock {
            _ = try self.lock(job: id)
        } else {
            try self.lock(lock.name)
        }
    }

    /// Locks a job, and reads ``holdSQL`` of it.
    package func lock(job: JobID) throws -> QueueRow? {
        try row(locking: QueueLock.job(job).name, Self.holdSQL, [job.rawValue])
    }

    /// Takes locks of one case in their order.
    package func lock(all locks: [QueueLock]) throws {
        let placed = locks.map { (name: $0.name, lock: $0) }
        for (_, lock) in placed.sorted(by: { $0.name < $1.name }) { try self.lock(lock) }
    }
}
