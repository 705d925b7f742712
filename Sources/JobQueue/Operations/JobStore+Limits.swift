import Foundation
import Ground

/// The limits of a day, as the transactions of claims and charges check them.
extension JobStore {
    /// Counts the taken slots of a person's day.
    ///
    /// - Parameter also: One more column of the row.
    package static func takenPlaces(
        of person: Person, _ kind: JobKind, on day: String, also column: String? = nil,
        _ tx: any QueueTransaction
    ) throws -> DailyUsage {
        let row = try tx.row(
            ([capCountSQL] + [column].compactMap(\.self)).joined(separator: ", "),
            [person.space.rawValue, person.rawValue, kind.rawValue, day])
        return DailyUsage(person: person, kind: kind, day: day, row: row)
    }

    /// The slots of a person's day that jobs of a kind have taken.
    package struct DailyUsage {
        let person: Person
        let kind: JobKind
        let day: String
        /// Has the columns of ``placesSQL(space:person:kind:day:)``.
        let row: QueueRow?

        /// Whether as many as a cap allows are taken.
        package func reach(
            _ most: Int, _ store: JobStore, _ tx: any QueueTransaction
        ) throws -> Bool {
            guard let row else { return false }
            let charges: Int = try row.required("taken")
            if charges >= most { return true }
            let restored = try restored(store, tx)
            return charges + restored >= most
        }

        /// The slots of which only the payments journal knows; only after a restore are there any.
        package func restored(_ store: JobStore, _ tx: any QueueTransaction) throws -> Int {
            guard let row, try row.required("is_restored"), let header = try store.ledgerHeader()
            else { return 0 }
            return try tx.count(
                "charge WHERE mark = ? AND kind = ? AND state <> 'free'",
                [header.mark(of: person, on: day), kind.rawValue])
        }
    }

    /// A budget that one more charge would pass.
    enum SpentBudget {
        /// The day's budget for all.
        case ofAll
        /// That of the job's space, of the day or in all.
        case ofSpace
    }

    /// The budget that does not allow one more charge; nil if each allows it.
    ///
    /// Every charge in doubt counts as paid, by its bound. If a price is unknown, so is the sum, and nothing more is spent.
    static func spentBudget(
        before bound: Int?, of space: Space, _ cap: DailyCap, now: Date,
        _ tx: any QueueTransaction
    ) throws -> SpentBudget? {
        let day = cap.day(of: now)
        func allows(_ limit: Int, _ spent: Int?) -> Bool {
            guard let bound, let spent else { return false }
            return spent.addingClamped(bound) <= limit
        }
        if let limit = cap.spend, !allows(limit, try tx.value(spentSQL, [day])) { return .ofAll }
        for budget in try budgets(of: space, day, tx)
        where !allows(budget.limit, budget.spent) {
            return .ofSpace
        }
        return nil
    }

    /// The budgets of a space, of the day and in all, with what its charges count against each; `nil` if a price is unknown.
    static func budgets(
        of space: Space, _ day: String, _ tx: any QueueTransaction
    ) throws -> [(limit: Int, spent: Int?)] {
        guard space != .commandLine,
            let row = try tx.row(
                "SELECT budget, total_budget FROM space WHERE name = ?", [space.rawValue])
        else { return [] }
        var budgets: [(limit: Int, spent: Int?)] = []
        if let limit: Int = row["budget"] {
            budgets.append(
                (limit, try tx.value(spentSQL + " AND space = ?", [day, space.rawValue])))
        }
        if let limit: Int = row["total_budget"] {
            budgets.append((limit, try tx.value(spentInAllSQL, [space.rawValue])))
        }
        return budgets
    }

    /// Locks the budgets to which a paid charge may give something back.
    ///
    /// - Parameter limits: As this process knows them. Where they have changed since, the change has released all jobs.
    static func lockBudgets(
        of space: Space, _ limits: DailyCap?, now: Date, _ tx: any QueueTransaction
    ) throws {
        guard let limits else { return }
        let day = limits.day(of: now)
        if limits.spend != nil { try tx.lock(.dayBudget(day)) }
        if space != .commandLine { try tx.lock(.budget(of: space)) }
    }

    /// Locks the budgets and the places of jobs' charges that may turn out to be free.
    static func lockPlaces(of jobs: [JobID], _ tx: any QueueTransaction) throws {
        let rows = try jobs.compactMap { job in
            try tx.row(
                "SELECT space, person, day FROM charge WHERE job = ? AND state <> 'free'",
                [job.rawValue])
        }
        let places = try rows.map { row in
            (
                person: try row.person(), space: try row.required("space", Space.init(row:)),
                day: try row.required("day") as String
            )
        }
        try tx.lock(all: places.map { .dayBudget($0.day) })
        try tx.lock(all: places.map { .budget(of: $0.space) })
        try tx.lock(
            all: places.compactMap { place in
                place.person.map { .person($0, day: place.day) }
            })
    }

    /// Makes jobs that wait for the cap or the budget due now, because a charge turned out to be free.
    ///
    /// - Parameter space: That of the charge, also where the person was forgotten.
    static func releasePlace(
        of person: Person?, _ kind: JobKind, in space: Space, now: Date,
        _ tx: any QueueTransaction
    ) throws {
        if let person {
            try tx.send(
                tx.dialect.holding.releaseCapped,
                [now.milliseconds, person.space.rawValue, person.rawValue, kind.rawValue])
        }
        try releaseSpent(
            "space IN (?, ?)", [space.rawValue, HoldingSQL.everySpace], now: now, tx)
    }

    /// Makes jobs that wait for a budget due now, because a paid charge cost less than its bound and another one like it fits.
    ///
    /// A job whose own space has no money left stays where it is.
    static func releaseUnspent(
        of charge: Charge, cost: Int?, in space: Space, now: Date, _ tx: any QueueTransaction
    ) throws {
        guard let bound = charge.bound, let cost, cost < bound else { return }
        guard try tx.has("spent WHERE opens_at > ?", [now.milliseconds]),
            let cap = try limits(tx), charge.day == cap.day(of: now)
        else { return }
        switch try spentBudget(before: bound, of: space, cap, now: now, tx) {
        case .ofAll: return
        case .ofSpace:
            guard cap.spend != nil else { return }
            try noteSpent(
                of: charge.provider, in: space.rawValue, until: cap.nextDay(after: now), tx)
            try releaseSpent("space <> ?", [space.rawValue], now: now, tx)
        case nil where cap.spend == nil:
            try releaseSpent("space = ?", [space.rawValue], now: now, tx)
        case nil: try releaseSpent(now: now, tx)
        }
    }
}

/// What ``placesSQL(space:person:kind:day:)`` says of a person's day.
let capCountSQL = "SELECT " + placesSQL(space: "?", person: "?", kind: "?", day: "?")

/// The columns `taken`, the places of a person's day that jobs of a kind have taken, and `is_restored`, whether there are
/// charges that only the payments journal knew; only after a restore are there any.
func placesSQL(space: String, person: String, kind: String, day: String) -> String {
    """
    (SELECT count(*) FROM charge
        WHERE space = \(space) AND person = \(person) AND kind = \(kind) AND day = \(day)
            AND state <> 'free') AS taken,
    EXISTS (SELECT 1 FROM charge WHERE mark IS NOT NULL) AS is_restored
    """
}

/// The same of the person and the kind of another row.
func placesSQL(of row: String, day: String) -> String {
    placesSQL(space: "\(row).space", person: "\(row).person", kind: "\(row).kind", day: day)
}

/// What a day cost or may have cost, in millionths of a US dollar; NULL if a price is unknown.
private let spentSQL = sumSQL(of: "day_sum WHERE day = ?")

/// The same of all that a space ever cost.
private let spentInAllSQL = sumSQL(of: "space_sum WHERE space = ?")

private func sumSQL(of rows: String) -> String {
    """
    SELECT CASE WHEN coalesce(sum(unbounded), 0) = 0 THEN coalesce(sum(held), 0) END FROM \(rows)
    """
}

extension JobStore {
    /// What a space may still spend of its budget in all, in millionths of a US dollar; `nil` without one.
    ///
    /// Nothing if the price of a charge is unknown.
    public nonisolated func moneyLeft(of space: Space) async throws(JobQueueError) -> Int? {
        try await read { tx in
            let limit: Int? = try tx.value(
                "SELECT total_budget FROM space WHERE name = ?", [space.rawValue])
            guard let limit else { return nil }
            let spent: Int? = try tx.value(spentInAllSQL, [space.rawValue])
            guard let spent else { return 0 }
            return max(0, limit.clamped(to: Int.money) - spent.clamped(to: Int.money))
        }
    }
}
