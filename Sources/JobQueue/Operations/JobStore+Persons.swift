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

    /// Whether others, such as a store or an operator, may write something of a person: also of one whom the space has not
    /// met, but not of one who leaves, or has left and did not come back.
    package static func isWelcome(_ person: Person, _ tx: any QueueTransaction) throws -> Bool {
        switch try standing(of: person, tx) {
        case .admitted: return true
        case .leaving: return false
        case .tooMany, nil:
            let name = hash(person.rawValue, in: person.space)
            return try !isDeparted(name, person.space, tx)
        }
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
    /// Waiting jobs are cancelled in batches; once the first one is, nothing new of the person comes.
    public func beginToForget(_ person: Person, now: Date) throws(JobQueueError) {
        while try erase({ tx in try beginToForget(person, now: now, tx) }) {}
    }

    /// Does what ``beginToForget(_:now:)`` does, after which all jobs of the person have ended.
    ///
    /// If jobs of the person run before a batch, changes nothing more and returns them.
    public func prepareToForget(_ person: Person, now: Date) throws(JobQueueError) -> [JobID] {
        while true {
            let running: [JobID]? = try write { tx in
                let running: [Int64] = try tx.values(
                    "SELECT id FROM job WHERE state = 'running' AND space = ? AND person = ? ORDER BY id",
                    person.arguments)
                guard running.isEmpty else { return running.compactMap(JobID.init(rawValue:)) }
                return try beginToForget(person, now: now, tx) ? nil : []
            }
            if let running { return running }
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

    /// Whether a job of a kind was paid for a person and is not there any more.
    public nonisolated func hasRemovedPaidJob(
        of person: Person, kind: JobKind
    ) async throws(JobQueueError) -> Bool {
        try await read { tx in
            try tx.has(
                """
                charge
                WHERE space = ? AND person = ? AND kind = ? AND state <> 'free' AND state = 'paid'
                    AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = charge.job)
                """, person.arguments + [kind.rawValue])
        }
    }

    /// Removes a person's id from the charges, whose sums stay, and all else that is known of the person; returns how many
    /// charges there were.
    public func anonymiseCharges(of person: Person) throws(JobQueueError) -> Int {
        try requireRecords()
        var count = 0
        // Before the row goes that says that the person leaves, so that an interrupted run is repeated.
        for condition in Self.indexesOfCharges {
            while true {
                let batch = try write { tx in
                    try Self.anonymiseCharges(of: person, where: condition, tx)
                }
                count += batch
                if batch < JobStore.batch { break }
            }
        }
        while try erase({ tx in try Self.removeDeliveries(of: person, tx) }) {}
        while try erase({ tx in try Self.removeLeftHeadshots(of: person, tx) }) {}
        try erase(isWhole: true) { tx in
            try tx.run("DELETE FROM person WHERE space = ? AND person = ?", person.arguments)
            try Self.markUnneeded(among: removeRecords(of: person, tx), tx)
            let name = Self.hash(person.rawValue, in: person.space)
            try Self.noteDeparture(name, in: person.space, tx)
            try Self.forgetFreeWork(of: person, tx)
        }
        return count
    }

    /// Removes some of a person's webhook deliveries; returns whether there may be more.
    private static func removeDeliveries(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.run(
            """
            DELETE FROM delivery WHERE id IN (
                SELECT id FROM delivery WHERE space = ? AND person = ? LIMIT \(JobStore.batch))
            """, person.arguments) == JobStore.batch
    }

    /// Forgets some headshots of a person whose jobs were removed before; returns whether there may be more.
    private static func removeLeftHeadshots(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Bool {
        let left: [Int64] = try tx.values(
            """
            DELETE FROM left_headshot WHERE job IN (
                SELECT job FROM left_headshot WHERE space = ? AND person = ? LIMIT \(JobStore.batch))
            RETURNING job
            """, person.arguments)
        try unstore(resultsOf: left.compactMap(JobID.init(rawValue:)), tx)
        return left.count == JobStore.batch
    }

    /// Removes a person's id from some charges, and the sums of months in which no charge names the person any more.
    private static func anonymiseCharges(
        of person: Person, where condition: String, _ tx: any QueueTransaction
    ) throws -> Int {
        let rows = try tx.rows(
            """
            UPDATE charge SET person = NULL, question = NULL, receipt = NULL
            WHERE id IN (
                SELECT id FROM charge WHERE space = ? AND person = ? AND \(condition)
                LIMIT \(JobStore.batch))
            RETURNING substr(day, 1, 7) AS month
            """, person.arguments)
        try removeSums(of: person, in: try rows.map { try $0.required("month") }, tx)
        return rows.count
    }

    /// The conditions by which each charge of a person is in one of two indexes.
    package static let indexesOfCharges = ["state <> 'free'", "state = 'free'"]

    /// Removes a person's sums of months in which no charge names the person: nothing is left in them but the name.
    package static func removeSums(
        of person: Person, in months: [String], _ tx: any QueueTransaction
    ) throws {
        for month in Set(months).sorted() {
            let isNamed = try tx.has(
                """
                charge WHERE space = ? AND person = ? AND state <> 'free' AND day BETWEEN ? AND ?
                """, person.arguments + ["\(month)-01", "\(month)-31"])
            guard !isNamed else { continue }
            try tx.lock(.sums)
            try tx.run(
                "DELETE FROM person_sum WHERE month = ? AND space = ? AND person = ?",
                [month] + person.arguments)
        }
    }

    /// - Returns: Whether more jobs wait, which are for another transaction, and all else with them.
    private func beginToForget(
        _ person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.lock(.newPersons(of: person.space))
        try tx.run(
            """
            INSERT INTO person (space, person, created_at, leaving) VALUES (?, ?, ?, 1)
            ON CONFLICT (space, person) DO UPDATE SET leaving = 1
            """, person.arguments + [now.milliseconds])
        try Self.transition(
            .waiting(of: person), from: [.waiting], to: .cancelled,
            reason: CancellationReason.forgotten.rawValue, now: now, tx)
        let waitsMore: Bool? = try tx.value(
            "SELECT EXISTS (\(tx.dialect.holding.ofPerson))", person.arguments)
        if waitsMore == true { return true }
        try tx.run(
            """
            UPDATE job SET cancel_requested = 1
            WHERE state = 'running' AND phase = ? AND space = ? AND person = ?
            """, [JobPhase.preparing.rawValue] + person.arguments)
        for records in records { try records.leave(person, now, tx) }
        try Self.markUnneeded(among: removeRecords(of: person, tx), tx)
        return false
    }

    /// Removes what other modules keep about a person, and the person's questions; returns the photos that these named.
    private func removeRecords(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> [String] {
        try requireRecords()
        let photos = try records.flatMap { try $0.remove(person, tx) }
        try tx.lock(.days(of: person))
        try tx.run("DELETE FROM asked WHERE space = ? AND person = ?", person.arguments)
        return photos
    }

    /// Throws without the records of other modules: rows of the person would stay.
    private func requireRecords() throws(JobQueueError) {
        guard !records.isEmpty else {
            throw .refused(detail: "the queue was opened without the records of persons")
        }
    }
}
