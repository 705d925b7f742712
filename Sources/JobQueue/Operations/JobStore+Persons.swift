public import Foundation

/// Whether a person may use a space.
public enum Admission: Sendable, Equatable {
    /// The person is known, or is from now on.
    case admitted
    /// The space has met as many new persons as it may on one day; more from this time on.
    case tooMany(until: Date)
}

extension JobStore {
    /// Admits a person to a space: at the first sight, one of the day's new persons.
    ///
    /// - Parameter cap: Says when the day begins.
    public func admit(
        _ person: Person, most: Int, cap: DailyCap, now: Date
    ) throws(JobQueueError) -> Admission {
        try write { tx in
            try tx.lock(.newPersons(of: person.space))
            let isKnown: Bool =
                try tx.value(
                    "SELECT EXISTS (SELECT 1 FROM person WHERE space = ? AND person = ?)",
                    [person.space.rawValue, person.rawValue]) ?? false
            if isKnown { return .admitted }
            let day = cap.day(of: now)
            let met: Int =
                try tx.value(
                    "SELECT persons FROM newcomer WHERE space = ? AND day = ?",
                    [person.space.rawValue, day]) ?? 0
            guard met < most else { return .tooMany(until: cap.nextDay(after: now)) }
            try tx.run(
                "INSERT INTO person (space, person, created_at) VALUES (?, ?, ?)",
                [person.space.rawValue, person.rawValue, now.milliseconds])
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

    /// Whether a space has met a person; a cheap look before ``admit(_:most:cap:now:)``.
    public nonisolated func knows(_ person: Person) async throws(JobQueueError) -> Bool {
        try await read { tx in
            try tx.value(
                "SELECT EXISTS (SELECT 1 FROM person WHERE space = ? AND person = ?)",
                [person.space.rawValue, person.rawValue]) ?? false
        }
    }
}
