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
