package import Foundation
package import JobQueue

/// What a space knows of a person.
package struct PersonRecord: Sendable, Equatable {
    package let person: Person
    /// When the space met the person.
    package let created: Date
    /// What the person pays for.
    package let entitlement: Entitlements
}

extension JobStore {
    /// Admits a person to a space: at the first sight, one of the day's new persons.
    package func admit(
        _ person: Person, most: Int, now: Date
    ) throws(JobQueueError) -> Admission {
        try write { tx in try Self.admit(person, most: most, now: now, tx) }
    }

    /// Admits a person to a space in a transaction.
    ///
    /// - Parameter most: How many new persons a day may have; `nil` for a person who does not count, since the operator
    ///   has named them.
    package static func admit(
        _ person: Person, most: Int?, now: Date, _ tx: any QueueTransaction
    ) throws -> Admission {
        try tx.lock(.newPersons(of: person.space))
        if let standing = try standing(of: person, tx) { return standing }
        if let most {
            let cap = try requiredLimits(tx)
            guard try countNewcomer(in: person.space, on: cap.day(of: now), most: most, tx) else {
                return .tooMany(until: cap.nextDay(after: now))
            }
        }
        try tx.run(
            "INSERT INTO person (space, person, created_at) VALUES (?, ?, ?)",
            [person.space.rawValue, person.rawValue, now.milliseconds])
        try welcomeBack(person, tx)
        return .admitted
    }

    /// Counts one of a day's new persons; returns `false` if there are as many as may be.
    private static func countNewcomer(
        in space: Space, on day: String, most: Int, _ tx: any QueueTransaction
    ) throws -> Bool {
        let met: Int =
            try tx.value(
                "SELECT persons FROM newcomer WHERE space = ? AND day = ?", [space.rawValue, day])
            ?? 0
        guard met < most else { return false }
        try tx.run("DELETE FROM newcomer WHERE space = ? AND day < ?", [space.rawValue, day])
        try tx.run(
            """
            INSERT INTO newcomer (space, day, persons) VALUES (?, ?, 1)
            ON CONFLICT (space, day) DO UPDATE SET persons = newcomer.persons + 1
            """, [space.rawValue, day])
        return true
    }

    /// The persons whom a space has met, in the order of their ids; those who leave are not among them.
    ///
    /// - Parameter id: Only persons whose ids come after this one; `nil` for all.
    package nonisolated func persons(
        of space: Space, after id: String?, limit: Int
    ) async throws(JobQueueError) -> [PersonRecord] {
        try await read { tx in
            let persons = try tx.readable(
                """
                SELECT space, person, created_at FROM person
                WHERE space = ? AND person > ? AND leaving = 0
                ORDER BY person LIMIT ?
                """, [space.rawValue, id ?? ""], limit: limit
            ) { (person: try $0.requiredPerson(), created: try $0.date("created_at")) }
            guard let first = persons.first?.person, let last = persons.last?.person else {
                return []
            }
            let found = try Self.entitlements(
                in: space, from: first.rawValue, to: last.rawValue, tx)
            return persons.map { person, created in
                PersonRecord(
                    person: person, created: created,
                    entitlement: found[person.rawValue] ?? Entitlements([]))
            }
        }
    }
}
