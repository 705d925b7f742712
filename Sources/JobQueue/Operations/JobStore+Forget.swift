public import Foundation

extension JobStore {
    /// Ends what a person can do in a space, so that nothing new comes while what is there is removed.
    ///
    /// Uploads and scans go at once, waiting jobs are cancelled, and so are running ones for which nothing may have been
    /// paid; other running jobs go on to their end. No webhook is called: what follows removes what it would be sent.
    public func beginToForget(_ person: Person, now: Date) throws(JobQueueError) {
        try erase { tx in try Self.beginToForget(person, now: now, tx) }
    }

    /// Does what ``beginToForget(_:now:)`` does and returns all jobs, which have ended then.
    ///
    /// While jobs run, changes nothing and returns the running ones.
    public func prepareToForget(_ person: Person, now: Date) throws(JobQueueError) -> [Job] {
        try write { tx in
            let running = try tx.rows(
                """
                SELECT \(Job.columns) FROM job
                WHERE state = 'running' AND space = ? AND person = ? ORDER BY id
                """, person.arguments
            ).map(Job.init(row:))
            guard running.isEmpty else { return running }
            try Self.beginToForget(person, now: now, tx)
            return try tx.rows(
                "SELECT \(Job.columns) FROM job WHERE space = ? AND person = ? ORDER BY id",
                person.arguments
            ).map(Job.init(row:))
        }
    }

    /// The persons who are being forgotten.
    public nonisolated func leavingPersons() async throws(JobQueueError) -> [Person] {
        try await read { tx in
            try tx.rows("SELECT space, person FROM person WHERE leaving = 1")
                .map { try $0.requiredPerson() }
        }
    }

    /// The jobs for which a person was charged, including those that were removed since.
    public nonisolated func chargedJobs(of person: Person) async throws(JobQueueError) -> [JobID] {
        try await read { tx in
            let ids: [Int64] = try tx.values(
                "SELECT DISTINCT job FROM charge WHERE space = ? AND person = ?",
                person.arguments)
            return ids.compactMap(JobID.init(rawValue:))
        }
    }

    /// The jobs of a kind that were paid for a person, including those that were removed since.
    public nonisolated func paidJobs(
        of person: Person, kind: JobKind
    ) async throws(JobQueueError) -> [JobID] {
        try await read { tx in
            let ids: [Int64] = try tx.values(
                """
                SELECT DISTINCT job FROM charge
                WHERE space = ? AND person = ? AND kind = ? AND state = ?
                """, person.arguments + [kind.rawValue, ChargeState.paid.rawValue])
            return ids.compactMap(JobID.init(rawValue:))
        }
    }

    /// Removes a person's id from the charges, whose sums stay, and all else that is known of the person; returns how many
    /// charges there were.
    public func anonymiseCharges(of person: Person) throws(JobQueueError) -> Int {
        try erase(isWhole: true) { tx in
            try tx.run("DELETE FROM person WHERE space = ? AND person = ?", person.arguments)
            try tx.run("DELETE FROM delivery WHERE space = ? AND person = ?", person.arguments)
            try Self.removePlan(of: person, tx)
            try Self.noteDeparture(of: person, tx)
            try Self.removeDays(of: person, tx)
            try Self.forgetFreeWork(of: person, tx)
            return try tx.run(
                """
                UPDATE charge SET person = NULL, question = NULL, receipt = NULL
                WHERE space = ? AND person = ?
                """, person.arguments)
        }
    }

    private static func beginToForget(
        _ person: Person, now: Date, _ tx: any QueueTransaction
    ) throws {
        try tx.lock(.newPersons(of: person.space))
        try tx.run(
            """
            INSERT INTO person (space, person, created_at, leaving) VALUES (?, ?, ?, 1)
            ON CONFLICT (space, person) DO UPDATE SET leaving = 1
            """, person.arguments + [now.milliseconds])
        try tx.run(
            """
            UPDATE job SET state = 'cancelled', reason = ?, ended_at = ?
            WHERE state = 'waiting' AND space = ? AND person = ?
            """, [CancellationReason.forgotten.rawValue, now.milliseconds] + person.arguments)
        try tx.run(
            """
            UPDATE job SET cancel_requested = 1
            WHERE state = 'running' AND phase = ? AND space = ? AND person = ?
            """, [JobPhase.preparing.rawValue] + person.arguments)
        let uploads: [String] = try tx.values(
            "DELETE FROM upload WHERE space = ? AND person = ? RETURNING photo", person.arguments)
        try removePlan(of: person, tx)
        try removeDays(of: person, tx)
        _ = try markUnneeded(among: uploads + removeScans(of: person, tx), tx)
    }

    /// Removes what is kept of a person from day to day.
    private static func removeDays(of person: Person, _ tx: any QueueTransaction) throws {
        try tx.lock(.days(of: person))
        for table in Schema.tablesOfPeople {
            try tx.run("DELETE FROM \(table) WHERE space = ? AND person = ?", person.arguments)
        }
    }
}
