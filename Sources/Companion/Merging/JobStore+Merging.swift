package import Foundation
package import Ground
package import JobQueue
import People

/// What became of a person who was to become another.
package enum PersonMerge: Sendable, Equatable {
    /// All that was the person's is the other's.
    case merged
    /// A job of the person is running; nothing was changed.
    case busy
    /// The space knows nothing of the person.
    case unknown
    /// The person has become this one before.
    case isOther(String)
    /// One of both is being deleted, or the other was, and did not come back.
    case leaving
}

extension JobStore {
    /// Whom a person has become; `nil` for one who is still there, or was never.
    package nonisolated func merged(_ person: Person) async throws(JobQueueError) -> String? {
        try await read { tx in try Self.merged(person, tx)?.rawValue }
    }

    /// Makes another person's of the same space all that is a person's, who is that one from then on.
    ///
    /// What both have once, such as a moment of the same name, stays as the other has it. What counts for a day's limits counts
    /// for the other. A second time moves what has come since.
    ///
    /// - Parameter rule: Decides which of two streaks is the better one.
    package func merge(
        _ person: Person, into other: Person, by rule: StreakRule, now: Date
    ) throws(JobQueueError) -> PersonMerge {
        try write { tx in
            let day = try Self.requiredLimits(tx).day(of: now)
            let open = try Self.openJobs(of: person, tx)
            try tx.lock(all: [person, other].map { .person($0, day: day) })
            try tx.lock(all: open.map { .job($0) })
            try tx.lock(.numbers)
            try tx.lock(.newPersons(of: person.space))
            try tx.lock(.purchases(of: person.space))
            try tx.lock(all: [person, other].map { .days(of: $0) })
            if let known = try Self.merged(person, tx), known != other {
                return .isOther(known.rawValue)
            }
            if let known = try Self.merged(other, tx) { return .isOther(known.rawValue) }
            guard try Self.standing(of: person, tx) != .leaving, try Self.isWelcome(other, tx)
            else { return .leaving }
            guard try Self.isKnown(person, tx) else { return .unknown }
            // Before the locks were held, others may have begun a job or ordered one.
            guard try Self.openJobs(of: person, tx) == open,
                try !tx.has(
                    "job WHERE state = 'running' AND space = ? AND person = ?", person.arguments)
            else { return .busy }
            let move = PersonMove(from: person, to: other, tx)
            try move.admitOther()
            try move.streaks(by: rule, now: now)
            try move.wishes()
            try move.rows()
            try move.consent(now: now)
            try move.money()
            try move.purchases(now: now)
            for records in records { try records.move(person, other, tx) }
            try move.end(now: now)
            return .merged
        }
    }

    /// The person in whose place another is by now, else the person.
    static func present(_ person: Person, _ tx: any QueueTransaction) throws -> Person {
        try merged(person, tx) ?? person
    }

    private static func merged(_ person: Person, _ tx: any QueueTransaction) throws -> Person? {
        let other: String? = try tx.value(
            "SELECT into_person FROM merged WHERE space = ? AND person = ?", person.arguments)
        return other.flatMap { Person($0, in: person.space) }
    }

    private static func openJobs(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> [JobID] {
        try tx.rows(tx.dialect.openOfPerson, person.arguments).map { try $0.id("id") }
            .sorted()
    }

    private static func isKnown(_ person: Person, _ tx: any QueueTransaction) throws -> Bool {
        // A store, or an operator, may know somebody whom the space has not met.
        for table in ["person", "entitlement", "streak_freeze", "merged"]
        where try tx.has("\(table) WHERE space = ? AND person = ?", person.arguments) {
            return true
        }
        return try tx.has("store_name WHERE space = ? AND name = ?", person.arguments)
    }

    /// Makes one customer of two persons, so that what either has bought, and will buy, is for both.
    static func joinCustomers(
        of person: Person, and other: Person, _ tx: any QueueTransaction
    ) throws {
        guard try tx.has("store_name WHERE space = ? AND name = ?", person.arguments) else {
            return
        }
        let names = [StoreName(other), StoreName(person)]
        _ = try customer(names, new: hash(other.rawValue, in: other.space), other.space, tx)
    }

    /// Makes names of a person, and not other persons, of the ids that the person had before; returns these.
    static func ownIdsOfBefore(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> [String] {
        try tx.run(
            """
            UPDATE store_name SET is_person = 0 WHERE space = ?1 AND name IN (
                SELECT person FROM merged WHERE space = ?1 AND into_person = ?2)
            """, person.arguments)
        return try tx.values(
            "SELECT person FROM merged WHERE space = ? AND into_person = ?", person.arguments)
    }
}
