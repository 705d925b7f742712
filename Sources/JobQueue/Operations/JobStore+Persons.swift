public import Foundation

/// Whether a person may use a space.
public enum Admission: Sendable, Equatable {
    /// The person is known, or is from now on.
    case admitted
    /// The space has met as many new persons as it may on one day; more from this time on.
    case tooMany(until: Date)
    /// All that is the person's is being removed.
    case leaving
}

extension JobStore {
    /// Admits a person to a space: at the first sight, one of the day's new persons.
    public func admit(
        _ person: Person, most: Int, now: Date
    ) throws(JobQueueError) -> Admission {
        try write { tx in
            try tx.lock(.newPersons(of: person.space))
            if let standing = try Self.standing(of: person, tx) { return standing }
            let cap = try Self.requiredLimits(tx)
            let day = cap.day(of: now)
            let met: Int =
                try tx.value(
                    "SELECT persons FROM newcomer WHERE space = ? AND day = ?",
                    [person.space.rawValue, day]) ?? 0
            guard met < most else { return .tooMany(until: cap.nextDay(after: now)) }
            try tx.run(
                "INSERT INTO person (space, person, created_at) VALUES (?, ?, ?)",
                [person.space.rawValue, person.rawValue, now.milliseconds])
            for records in records { try records.welcomeBack(person, tx) }
            try tx.run(
                "DELETE FROM newcomer WHERE space = ? AND day < ?", [person.space.rawValue, day])
            try tx.run(
                """
                INSERT INTO newcomer (space, day, persons) VALUES (?, ?, 1)
                ON CONFLICT (space, day) DO UPDATE SET persons = newcomer.persons + 1
                """, [person.space.rawValue, day])
            return .admitted
        }
    }

    /// Whether a known person may use the space; `nil` for one whom it has not met.
    public nonisolated func standing(
        of person: Person
    ) async throws(JobQueueError) -> Admission? {
        try await read { tx in try Self.standing(of: person, tx) }
    }

    /// Whether a person was admitted and does not leave; only then may something of theirs be written.
    package static func isPresent(_ person: Person, _ tx: any QueueTransaction) throws -> Bool {
        try standing(of: person, tx) == .admitted
    }

    package static func standing(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Admission? {
        let isLeaving: Bool? = try tx.value(
            "SELECT leaving FROM person WHERE space = ? AND person = ?", person.arguments)
        return isLeaving.map { $0 ? .leaving : .admitted }
    }
}
