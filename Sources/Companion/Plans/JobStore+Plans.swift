package import Foundation
package import JobQueue

/// What a person pays an app for, and for how long.
package struct Entitlement: Sendable, Equatable {
    package var plan: Plan
    /// When it ends; `nil` is never.
    package var expires: Date?
    /// Seconds for which it goes on after its end: the store's news of a renewal may be late.
    var grace: TimeInterval = 0

    package init(_ plan: Plan, expires: Date? = nil) {
        self.plan = plan
        self.expires = expires
    }

    /// Nothing.
    package static let none = Entitlement(.free)

    /// The plan at a time: an ended one is as good as none.
    package func plan(at now: Date) -> Plan {
        if let expires, expires + grace <= now { return .free }
        return plan
    }
}

/// All that gives a person a plan: what an operator granted, and what the person bought.
package struct Entitlements: Sendable, Equatable {
    /// The entitlements, in no order.
    package var all: [Entitlement]

    package init(_ all: [Entitlement]) { self.all = all }

    /// The best of what is valid at a time, and the longest of equal ones.
    package func best(at now: Date) -> Entitlement {
        all.filter { $0.plan(at: now) != .free }.max { $0.isLess(than: $1) }
            .map { Entitlement($0.plan, expires: $0.expires) } ?? .none
    }

    package func plan(at now: Date) -> Plan { best(at: now).plan }
}

extension Entitlement {
    fileprivate func isLess(than other: Entitlement) -> Bool {
        guard plan == other.plan else { return plan.rank < other.plan.rank }
        return (expires ?? .distantFuture) < (other.expires ?? .distantFuture)
    }
}

extension JobStore {
    /// What gives a person a plan.
    package nonisolated func entitlement(
        of person: Person
    ) async throws(JobQueueError) -> Entitlements {
        try await read { tx in try Self.entitlement(of: person, tx) }
    }

    /// Writes what an operator grants a person, unless something newer was granted; returns all that the person has then.
    ///
    /// What the person bought from a store stays. Writes nothing for a person who leaves or has left, and returns nil.
    package func set(
        _ entitlement: Entitlement, of person: Person, said moment: Date
    ) throws(JobQueueError) -> Entitlements? {
        try write { tx in
            try tx.lock(.purchases(of: person.space))
            guard try Self.isWelcome(person, tx) else { return nil }
            if entitlement.plan(at: moment) != .free {
                try Self.showScans(of: person, by: entitlement.plan, tx)
            }
            let entitlement = try Self.kept(entitlement, of: person, said: moment, tx)
            try tx.run(
                """
                INSERT INTO entitlement (space, person, plan, expires_at, said_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (space, person) DO UPDATE
                SET plan = excluded.plan, expires_at = excluded.expires_at, said_at = excluded.said_at
                WHERE excluded.said_at >= entitlement.said_at
                """,
                person.arguments + [
                    entitlement.plan.rawValue, entitlement.expires?.milliseconds,
                    moment.milliseconds,
                ])
            return try Self.entitlement(of: person, tx)
        }
    }

    /// A grant as it is kept: the free plan is the end of the one before, so that it stays known when that was.
    private static func kept(
        _ entitlement: Entitlement, of person: Person, said moment: Date,
        _ tx: any QueueTransaction
    ) throws -> Entitlement {
        guard entitlement.plan == .free,
            let row = try tx.row(
                "SELECT plan, expires_at FROM entitlement WHERE space = ? AND person = ?",
                person.arguments)
        else { return entitlement }
        var kept = try Entitlement(row: row)
        kept.expires = min(kept.expires ?? moment, moment)
        return kept
    }

    static func entitlement(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Entitlements {
        let id = person.rawValue
        return try entitlements(in: person.space, from: id, to: id, tx)[id] ?? Entitlements([])
    }

    /// What gives a plan to some persons of a space, by their ids.
    static func entitlements(
        in space: Space, from first: String, to last: String, _ tx: any QueueTransaction
    ) throws -> [String: Entitlements] {
        let rows = try tx.rows(
            """
            SELECT person, plan, expires_at, 0 AS is_renewed FROM entitlement
            WHERE space = ?1 AND person BETWEEN ?2 AND ?3
            UNION ALL
            SELECT store_name.name AS person, plan, \(Self.endOfPurchase) AS expires_at,
                CASE WHEN is_single = 0 AND ended_at IS NULL AND grace_until IS NULL
                    THEN 1 ELSE 0 END AS is_renewed
            FROM store_name JOIN purchase
                ON purchase.space = store_name.space AND purchase.customer = store_name.customer
            WHERE store_name.space = ?1 AND store_name.name BETWEEN ?2 AND ?3 AND plan <> 'free'
            """, [space.rawValue, first, last])
        return try rows.reduce(into: [:]) { found, row in
            var entitlement = try Entitlement(row: row)
            if try row.required("is_renewed") { entitlement.grace = Self.lateRenewal }
            found[try row.required("person"), default: Entitlements([])].all.append(entitlement)
        }
    }

    /// In seconds: a renewal is reported by then, or the end.
    private static let lateRenewal: TimeInterval = 3600

    /// When a purchase ends; NULL is never.
    static let endOfPurchase = """
        CASE WHEN ended_at IS NOT NULL THEN ended_at
            WHEN grace_until > expires_at THEN grace_until ELSE expires_at END
        """
}

extension Entitlement {
    init(row: QueueRow) throws {
        self.init(try Plan(row: row), expires: row.optionalDate("expires_at"))
    }
}

extension Plan {
    /// The plan of a grant or a purchase; the best plan if its name in the row is damaged.
    ///
    /// A person who has paid must not be asked to pay again, and a person's pages must not fail.
    init(row: QueueRow) throws {
        self = Self(rawValue: try row.required("plan")) ?? .pro
    }
}
