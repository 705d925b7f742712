package import Foundation
package import JobQueue

/// What a space knows of a person.
package struct PersonRecord: Sendable, Equatable {
    /// The person.
    package let person: Person
    /// When the space met the person.
    package let created: Date
    /// What the person pays for.
    package let entitlement: Entitlements
}

extension JobStore {
    /// The persons whom a space has met, in the order of their ids; those who leave are not among them.
    ///
    /// - Parameter id: Only persons whose ids come after this one; `nil` for all.
    package nonisolated func persons(
        of space: Space, after id: String?, limit: Int
    ) async throws(JobQueueError) -> [PersonRecord] {
        try await read { tx in
            let rows = try tx.rows(
                """
                SELECT space, person, created_at FROM person
                WHERE space = ? AND person > ? AND leaving = 0
                ORDER BY person LIMIT ?
                """, [space.rawValue, id ?? "", limit])
            let persons = try rows.map { try $0.requiredPerson().rawValue }
            guard let first = persons.first, let last = persons.last else { return [] }
            let found = try Self.entitlements(in: space, from: first, to: last, tx)
            return try rows.map { try PersonRecord(row: $0, found) }
        }
    }
}

extension PersonRecord {
    fileprivate init(row: QueueRow, _ entitlements: [String: Entitlements]) throws {
        person = try row.requiredPerson()
        created = try row.date("created_at")
        entitlement = entitlements[person.rawValue] ?? Entitlements([])
    }
}
