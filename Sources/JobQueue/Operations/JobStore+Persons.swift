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

    /// Ends what a person can do in a space, so that nothing new comes while what is there is removed.
    ///
    /// Uploads and scans go at once, waiting jobs are cancelled, and so are running ones for which nothing may have been
    /// paid; other running jobs go on to their end. No webhook is called: what follows removes what it would be sent.
    public func beginToForget(_ person: Person, now: Date) throws(JobQueueError) {
        try erase { tx in try beginToForget(person, now: now, tx) }
    }

    /// Does what ``beginToForget(_:now:)`` does and returns all jobs, which have ended then.
    ///
    /// While jobs run, changes nothing and returns the running ones.
    public func prepareToForget(_ person: Person, now: Date) throws(JobQueueError) -> [Job] {
        try write { tx in
            let running = try tx.jobs(
                where: "state = 'running' AND space = ? AND person = ? ORDER BY id",
                person.arguments)
            guard running.isEmpty else { return running }
            try beginToForget(person, now: now, tx)
            return try tx.jobs(
                where: "\(person.jobsSQL) AND space = ? AND person = ? ORDER BY id",
                person.arguments)
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
                """
                SELECT job FROM charge WHERE space = ? AND person = ? AND state <> 'free'
                UNION SELECT job FROM charge WHERE space = ? AND person = ? AND state = 'free'
                """, person.arguments + person.arguments)
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
                WHERE space = ? AND person = ? AND kind = ? AND state <> 'free' AND state = 'paid'
                """, person.arguments + [kind.rawValue])
            return ids.compactMap(JobID.init(rawValue:))
        }
    }

    /// Removes a person's id from the charges, whose sums stay, and all else that is known of the person; returns how many
    /// charges there were.
    public func anonymiseCharges(of person: Person) throws(JobQueueError) -> Int {
        try erase(isWhole: true) { tx in
            try tx.run("DELETE FROM person WHERE space = ? AND person = ?", person.arguments)
            try tx.run("DELETE FROM delivery WHERE space = ? AND person = ?", person.arguments)
            try Self.markUnneeded(among: removeRecords(of: person, tx), tx)
            let name = Self.hash(person.rawValue, in: person.space)
            try Self.noteDeparture(name, in: person.space, tx)
            try Self.forgetFreeWork(of: person, tx)
            return try Self.anonymiseCharges(of: person, tx)
        }
    }

    private static func anonymiseCharges(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Int {
        try tx.lock(.sums)
        var charges = 0
        // Each by its own index.
        for condition in ["state <> 'free'", "state = 'free'"] {
            let ofPerson = "charge WHERE space = ? AND person = ? AND \(condition)"
            let months: [String] = try tx.values(
                "SELECT DISTINCT substr(day, 1, 7) FROM \(ofPerson)", person.arguments)
            charges += try tx.run(
                """
                UPDATE charge SET person = NULL, question = NULL, receipt = NULL
                WHERE space = ? AND person = ? AND \(condition)
                """, person.arguments)
            // Nothing is left in them but the name.
            for month in months {
                try tx.run(
                    "DELETE FROM person_sum WHERE month = ? AND space = ? AND person = ?",
                    [month] + person.arguments)
            }
        }
        return charges
    }

    private func beginToForget(
        _ person: Person, now: Date, _ tx: any QueueTransaction
    ) throws {
        try tx.lock(.newPersons(of: person.space))
        try tx.run(
            """
            INSERT INTO person (space, person, created_at, leaving) VALUES (?, ?, ?, 1)
            ON CONFLICT (space, person) DO UPDATE SET leaving = 1
            """, person.arguments + [now.milliseconds])
        try Self.transition(
            .all(of: person), from: [.waiting], to: .cancelled,
            reason: CancellationReason.forgotten.rawValue, now: now, tx)
        try tx.run(
            """
            UPDATE job SET cancel_requested = 1
            WHERE state = 'running' AND phase = ? AND space = ? AND person = ?
            """, [JobPhase.preparing.rawValue] + person.arguments)
        try Self.markUnneeded(among: removeRecords(of: person, tx), tx)
    }

    /// Removes what other modules keep about a person, and the person's questions; returns the photos that these named.
    private func removeRecords(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> [String] {
        // Otherwise rows of the person would stay.
        guard !records.isEmpty else {
            throw JobQueueError.refused(
                detail: "the queue was opened without the records of persons")
        }
        let photos = try records.flatMap { try $0.remove(person, tx) }
        try tx.lock(.days(of: person))
        try tx.run("DELETE FROM asked WHERE space = ? AND person = ?", person.arguments)
        return photos
    }
}
