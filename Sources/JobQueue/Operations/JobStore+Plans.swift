import Crypto
public import Foundation
import Ground

/// What a person pays an app for, and for how long.
public struct Entitlement: Sendable, Equatable {
    /// The plan.
    public var plan: Plan
    /// When it ends; `nil` is never.
    public var expires: Date?

    /// Describes an entitlement.
    public init(_ plan: Plan, expires: Date? = nil) {
        self.plan = plan
        self.expires = expires
    }

    /// Nothing.
    public static let none = Entitlement(.free)

    /// The plan at a time: an ended one is as good as none.
    public func plan(at now: Date) -> Plan {
        if let expires, expires <= now { return .free }
        return plan
    }
}

/// What a store tells of subscriptions.
public struct StoreNews: Sendable, Equatable {
    /// The store's own id for it.
    public let id: String
    /// When it happened.
    public let moment: Date
    /// What changes.
    public let change: Change

    /// What news change.
    public enum Change: Sendable, Equatable {
        /// Nothing.
        case none
        /// What a person pays for.
        case sets(Entitlement, of: Person)
        /// A freeze for a person's streak.
        case givesFreeze(to: Person)
        /// What some persons pay for is other persons' now.
        case moves(from: [Person], to: [Person])
    }

    /// Describes news.
    public init(id: String, moment: Date, change: Change) {
        self.id = id
        self.moment = moment
        self.change = change
    }
}

extension JobStore {
    /// What a person pays for.
    public nonisolated func entitlement(
        of person: Person
    ) async throws(JobQueueError) -> Entitlement {
        try await read { tx in try Self.entitlement(of: person, tx) }
    }

    /// Writes what a person pays for, unless something newer is known; returns what is known then.
    public func set(
        _ entitlement: Entitlement, of person: Person, said moment: Date
    ) throws(JobQueueError) -> Entitlement {
        try write { tx in
            try Self.set(entitlement, of: person, said: moment, tx)
            return try Self.entitlement(of: person, tx)
        }
    }

    /// Takes a store's news in; the same news a second time change nothing.
    ///
    /// A person who was forgotten stays so: news that came before are known by their hashes.
    public func take(_ news: StoreNews, for space: Space) throws(JobQueueError) {
        try write { tx in
            let hash = SHA256.hash(data: Data("\(space)\n\(news.id)".utf8)).hexadecimal
            let isNew = try tx.run(
                "INSERT INTO store_event (space, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [space.rawValue, hash])
            guard isNew == 1 else { return }
            switch news.change {
            case .none: break
            case .givesFreeze(let person):
                try Self.giveFreeze(hash, to: person, now: news.moment, tx)
            case .sets(let entitlement, let person):
                try Self.set(entitlement, of: person, said: news.moment, tx)
            case .moves(let givers, let takers):
                let given = try givers.map { try Self.entitlement(of: $0, tx) }
                    .first { $0.plan(at: news.moment) != .free }
                for person in givers { try Self.set(.none, of: person, said: news.moment, tx) }
                guard let given else { return }
                for person in takers { try Self.set(given, of: person, said: news.moment, tx) }
            }
        }
    }

    static func entitlement(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> Entitlement {
        let row = try tx.row(
            "SELECT plan, expires_at FROM entitlement WHERE space = ? AND person = ?",
            person.arguments)
        guard let row else { return .none }
        return Entitlement(
            try row.required("plan", Plan.init), expires: row.optionalDate("expires_at"))
    }

    private static func set(
        _ entitlement: Entitlement, of person: Person, said moment: Date,
        _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO entitlement (space, person, plan, expires_at, said_at)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, person) DO UPDATE
            SET plan = excluded.plan, expires_at = excluded.expires_at, said_at = excluded.said_at
            WHERE excluded.said_at >= entitlement.said_at
            """,
            person.arguments + [
                entitlement.plan.rawValue, entitlement.expires?.milliseconds, moment.milliseconds,
            ])
    }
}
