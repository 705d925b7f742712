package import Foundation
package import JobQueue

extension JobStore {
    /// Throws ``JobQueueError/limitReached(_:)`` if a person can do no more of some free work today.
    ///
    /// Asked before a photo is read. What counts is the transaction that keeps it.
    package nonisolated func requireRoom(
        for work: FreeWork, of person: Person, within allowance: FreeAllowance
    ) async throws(JobQueueError) {
        let reached = try await read { tx -> LimitReached? in
            for (owner, name) in Self.owners(of: work, by: person) {
                let used = try Self.amount(of: work, by: owner, in: person.space, allowance.day, tx)
                let most = allowance.limits[name]
                if used >= most {
                    return LimitReached(name: name, most: most, retryAfter: allowance.rest)
                }
            }
            let stored = try Self.storedBytes(of: person.space, tx)
            guard work.isStored, stored >= allowance.limits.storedBytes else { return nil }
            return .storage(allowance.limits)
        }
        if let reached { throw .limitReached(reached) }
    }

    /// Counts free work of which nothing is kept, such as a look at a photo that was refused.
    package func count(
        _ work: FreeWork, of person: Person, within allowance: FreeAllowance
    ) throws(JobQueueError) {
        try write { tx in try Self.use(1, of: work, by: person, within: allowance, tx) }
    }

    /// The free work of a day that a person has used, or without one the space as a whole.
    package nonisolated func freeWork(
        of person: Person?, in space: Space, cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> [FreeWork: Int] {
        try await read { tx in
            var used: [FreeWork: Int] = [:]
            for work in FreeWork.allCases {
                used[work] = try Self.amount(
                    of: work, by: person?.rawValue ?? "", in: space, cap.day(of: now), tx)
            }
            return used
        }
    }

    /// The bytes of the photos that a space's persons handed in, and of what free jobs made of them.
    package nonisolated func storedBytes(of space: Space) async throws(JobQueueError) -> Int {
        try await read { tx in try Self.storedBytes(of: space, tx) }
    }

    /// Notes that photos of a space are in the store, or throws if they exceed the space's quota.
    static func store(
        _ photos: [String: Int], of space: Space, within limits: SpaceLimits,
        _ tx: any QueueTransaction
    ) throws {
        guard !photos.isEmpty else { return }
        for (photo, bytes) in photos.sorted(by: { $0.key < $1.key }) {
            try tx.send(
                "INSERT INTO stored_photo (photo, space, bytes) VALUES (?, ?, ?)",
                [photo, space.rawValue, bytes])
        }
        let bytes = photos.values.reduce(0, +)
        let most = limits.storedBytes
        guard bytes <= most,
            try tx.run(
                """
                INSERT INTO storage (space, bytes) VALUES (?, ?)
                ON CONFLICT (space) DO UPDATE SET bytes = storage.bytes + excluded.bytes
                WHERE storage.bytes + excluded.bytes <= ?
                """, [space.rawValue, bytes, most]) == 1
        else { throw JobQueueError.limitReached(.storage(limits)) }
    }

    private static func amount(
        of work: FreeWork, by owner: String, in space: Space, _ day: String,
        _ tx: any QueueTransaction
    ) throws -> Int {
        try tx.value(
            "SELECT amount FROM free_work WHERE space = ? AND day = ? AND person = ? AND kind = ?",
            [space.rawValue, day, owner, work.rawValue]) ?? 0
    }
}
