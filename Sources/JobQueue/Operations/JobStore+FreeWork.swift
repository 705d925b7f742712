/// Free work is counted in rows that change in the transaction of what they count, so that no count grows slower with age.
extension JobStore {
    /// Counts free work, or throws if that exceeds a limit, which undoes the transaction.
    ///
    /// The last thing that a transaction does: its rows are those that transactions of a space contend for.
    package static func use(
        _ amount: Int, of work: FreeWork, by person: Person, within allowance: FreeAllowance,
        _ tx: any QueueTransaction
    ) throws {
        guard amount > 0 else { return }
        try tx.send(
            "DELETE FROM free_work WHERE space = ? AND day < ?",
            [person.space.rawValue, allowance.day])
        for (owner, name) in owners(of: work, by: person) {
            let most = allowance.limits[name]
            let reached = LimitReached(name: name, most: most, retryAfter: allowance.rest)
            guard amount <= most else { throw JobQueueError.limitReached(reached) }
            let changed = try tx.run(
                """
                INSERT INTO free_work (space, day, person, kind, amount) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (space, day, person, kind) DO UPDATE
                SET amount = free_work.amount + excluded.amount
                WHERE free_work.amount + excluded.amount <= ?
                """,
                [person.space.rawValue, allowance.day, owner, work.rawValue, amount, most])
            guard changed == 1 else { throw JobQueueError.limitReached(reached) }
        }
    }

    /// Notes that photos have been removed from the store.
    static func unstore(_ photos: [String], _ tx: any QueueTransaction) throws {
        var freed: [String: Int] = [:]
        for photo in photos {
            let row = try tx.row(
                "DELETE FROM stored_photo WHERE photo = ? RETURNING space, bytes", [photo])
            if let row {
                freed[try row.required("space"), default: 0] += try row.count("bytes")
            }
        }
        // In one order, so that two that remove photos do not wait for each other.
        for (space, bytes) in freed.sorted(by: { $0.key < $1.key }) {
            try tx.run("UPDATE storage SET bytes = bytes - ? WHERE space = ?", [bytes, space])
        }
    }

    /// Forgets what a person has used of a day's free work.
    static func forgetFreeWork(of person: Person, _ tx: any QueueTransaction) throws {
        try tx.run("DELETE FROM free_work WHERE space = ? AND person = ?", person.arguments)
    }

    /// Whose free work counts, and by which limits: the person's, and under an empty name the space's.
    package static func owners(
        of work: FreeWork, by person: Person
    ) -> [(owner: String, name: SpaceLimits.Name)] {
        [(person.rawValue, work.ofPerson), ("", work.ofSpace)]
    }
}
