import Foundation
import GRDB

/// The limits of a day, as they are looked at in the transactions of claims and charges.
extension JobStore {
    static func isAtCap(
        _ person: String, _ cap: DailyCap, _ journal: PaymentJournal, now: Date, _ db: Database
    ) throws -> Bool {
        let day = cap.day(of: now)
        let charges: Int = try db.value(capCountSQL, [person, day]) ?? 0
        if charges >= cap.charges { return true }
        let restored = try restoredCharges(of: person, on: day, journal, db)
        return charges + restored >= cap.charges
    }

    /// Whether the day's money is enough for one more charge, with every charge in doubt counted as paid.
    ///
    /// Where a price is unknown, so is the sum: nothing more is spent then.
    static func isAffordable(
        _ estimate: Int?, _ cap: DailyCap, now: Date, _ db: Database
    ) throws -> Bool {
        guard let limit = cap.spend else { return true }
        guard let estimate,
            let spent: Int = try db.value(spentSQL, [cap.day(of: now)])
        else { return false }
        return spent + estimate <= limit
    }

    /// Lets all due jobs of a provider wait for the next day's money, at once, so that none is prepared in vain.
    static func postponeAll(
        of provider: String, until next: Date, now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE job SET due_at = ?, reason = 'budget'
                WHERE state = 'waiting' AND provider = ? AND due_at <= ? AND reason <> 'answered'
                """, arguments: [next.milliseconds, provider, now.milliseconds])
    }

    /// Gives a place, and the money, that turned out free to those who wait for it.
    static func releasePlace(of person: String?, now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE job INDEXED BY job_capped SET due_at = ?
                WHERE state = 'waiting' AND reason = 'daily_cap' AND person = ?
                """, arguments: [now.milliseconds, person])
        try db.execute(
            sql: """
                UPDATE job INDEXED BY job_budget SET due_at = ?
                WHERE state = 'waiting' AND reason = 'budget'
                """, arguments: [now.milliseconds])
    }

    /// Charges of a person that only the payments journal knew of; there are none but after a restore.
    private static func restoredCharges(
        of person: String, on day: String, _ journal: PaymentJournal, _ db: Database
    ) throws -> Int {
        let isRestored: Bool =
            try db.value("SELECT EXISTS (SELECT 1 FROM charge WHERE mark IS NOT NULL)") ?? false
        guard isRestored, let header = try journal.header() else { return 0 }
        return try db.value(
            "SELECT count(*) FROM charge WHERE mark = ? AND state <> 'free'",
            [header.mark(of: person, on: day)]) ?? 0
    }
}

/// The places of a person's day that are taken.
let capCountSQL = "SELECT count(*) FROM charge WHERE person = ? AND day = ? AND state <> 'free'"

/// What a day cost or may have cost, in millionths of a US dollar; NULL where a price is unknown.
private let spentSQL = """
    SELECT iif(
        count(*) FILTER (WHERE cost IS NULL AND estimate IS NULL) > 0, NULL,
        ifnull(sum(ifnull(cost, estimate)), 0))
    FROM charge WHERE day = ? AND state <> 'free'
    """
