import Foundation

/// The limits of a day, as the transactions of claims and charges check them.
extension JobStore {
    static func isAtCap(
        _ person: Person, _ kind: JobKind, _ cap: DailyCap, _ journal: any PaymentJournal,
        now: Date,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        let day = cap.day(of: now)
        let charges: Int =
            try tx.value(
                capCountSQL, [person.space.rawValue, person.rawValue, kind.rawValue, day]) ?? 0
        if charges >= cap.charges { return true }
        let restored = try restoredCharges(of: person, kind, on: day, journal, tx)
        return charges + restored >= cap.charges
    }

    /// Whether the day's budget allows one more charge; every charge in doubt counts as paid.
    ///
    /// If a price is unknown, so is the sum, and nothing more is spent.
    static func isAffordable(
        _ estimate: Int?, _ cap: DailyCap, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        guard let limit = cap.spend else { return true }
        guard let estimate,
            let spent: Int = try tx.value(spentSQL, [cap.day(of: now)])
        else { return false }
        return spent + estimate <= limit
    }

    /// Makes all due jobs of a provider wait for the next day's budget, so that none is prepared in vain.
    static func postponeAll(
        of provider: String, until next: Date, now: Date, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            UPDATE job SET due_at = ?, reason = 'budget'
            WHERE state = 'waiting' AND provider = ? AND due_at <= ? AND reason <> 'answered'
            """, [next.milliseconds, provider, now.milliseconds])
    }

    /// Locks the budgets and the places of jobs' charges that may turn out to be free.
    static func lockPlaces(of jobs: [JobID], _ tx: any QueueTransaction) throws {
        let rows = try jobs.compactMap { job in
            try tx.row(
                "SELECT space, person, day FROM charge WHERE job = ? AND state <> 'free'",
                [job.rawValue])
        }
        let places = try rows.map { row in
            (person: try row.person(), day: try row.required("day") as String)
        }
        try tx.lock(all: places.map { .budget(day: $0.day) })
        try tx.lock(
            all: places.compactMap { place in
                place.person.map { .person($0, day: place.day) }
            })
    }

    /// Makes jobs that wait for the cap or the budget due now, because a charge turned out to be free.
    static func releasePlace(
        of person: Person?, _ kind: JobKind, now: Date, _ tx: any QueueTransaction
    ) throws {
        if let person {
            try tx.run(
                tx.dialect.releaseCapped,
                [now.milliseconds, person.space.rawValue, person.rawValue, kind.rawValue])
        }
        try tx.run(tx.dialect.releaseBudgeted, [now.milliseconds])
    }

    /// Charges of a person that only the payments journal knew; only after a restore are there any.
    private static func restoredCharges(
        of person: Person, _ kind: JobKind, on day: String, _ journal: any PaymentJournal,
        _ tx: any QueueTransaction
    ) throws -> Int {
        let isRestored: Bool =
            try tx.value("SELECT EXISTS (SELECT 1 FROM charge WHERE mark IS NOT NULL)") ?? false
        guard isRestored, let header = try journal.header() else { return 0 }
        return try tx.value(
            "SELECT count(*) FROM charge WHERE mark = ? AND kind = ? AND state <> 'free'",
            [header.mark(of: person, on: day), kind.rawValue]) ?? 0
    }
}

/// The places of a person's day that jobs of a kind have taken.
let capCountSQL = """
    SELECT count(*) FROM charge
    WHERE space = ? AND person = ? AND kind = ? AND day = ? AND state <> 'free'
    """

/// What a day cost or may have cost, in millionths of a US dollar; NULL if a price is unknown.
private let spentSQL = """
    SELECT CASE
        WHEN count(*) = count(coalesce(cost, estimate)) THEN coalesce(sum(coalesce(cost, estimate)), 0)
    END
    FROM charge WHERE day = ? AND state <> 'free'
    """
