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
        try free(
            photos.compactMap { photo in
                try tx.row(
                    "DELETE FROM stored_photo WHERE photo = ? RETURNING space, bytes", [photo])
            }, tx)
    }

    /// Notes that what jobs made has been removed from the place of results.
    static func unstore(resultsOf jobs: [JobID], _ tx: any QueueTransaction) throws {
        try free(
            jobs.compactMap { job in
                try tx.row(
                    "DELETE FROM stored_result WHERE job = ? RETURNING space, bytes",
                    [job.rawValue])
            }, tx)
    }

    /// Takes removed files from the storage of their spaces, and lets the jobs go that wait for room.
    private static func free(_ files: [QueueRow], _ tx: any QueueTransaction) throws {
        var freed: [String: Int] = [:]
        for row in files {
            freed[try row.required("space"), default: 0] += try row.count("bytes")
        }
        // In one order, so that two that remove files do not wait for each other.
        for (space, bytes) in freed.sorted(by: { $0.key < $1.key }) {
            try tx.run("UPDATE storage SET bytes = bytes - ? WHERE space = ?", [bytes, space])
            guard let space = Space(space), try !isFull(space, tx) else { continue }
            // The next claim makes the jobs due, some at a time.
            try tx.run(
                "UPDATE spent SET opens_at = 0 WHERE space = ? AND reason = ?",
                [space.rawValue, WaitReason.storage.rawValue])
        }
    }

    /// Counts what a job made for the storage of its space.
    ///
    /// The work is done, so that it may exceed the quota; the next job of the space waits.
    static func store(
        _ result: SavedResult, of job: Job, _ tx: any QueueTransaction
    ) throws {
        guard result.storedBytes > 0, job.person.space != .commandLine else { return }
        let inserted = try tx.run(
            """
            INSERT INTO stored_result (job, space, bytes) VALUES (?, ?, ?)
            ON CONFLICT (job) DO NOTHING
            """, [job.id.rawValue, job.person.space.rawValue, result.storedBytes])
        guard inserted == 1 else { return }
        try tx.send(
            """
            INSERT INTO storage (space, bytes) VALUES (?, ?)
            ON CONFLICT (space) DO UPDATE SET bytes = storage.bytes + excluded.bytes
            """, [job.person.space.rawValue, result.storedBytes])
    }

    /// Whether the storage of a space has no room left; that of the command line's own has no limit.
    static func isFull(_ space: Space, _ tx: any QueueTransaction) throws -> Bool {
        guard let limits = try record(of: space, tx)?.settings.limits else { return false }
        return try storedBytes(of: space, tx) >= limits.storedBytes
    }

    /// The bytes of a space's files that count for its storage.
    package static func storedBytes(of space: Space, _ tx: any QueueTransaction) throws -> Int {
        try tx.value("SELECT bytes FROM storage WHERE space = ?", [space.rawValue]) ?? 0
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
