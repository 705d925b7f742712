import Hashing
import Foundation
import Ground
package import JobQueue

extension JobStore {
    /// Takes in a store's event; the same event a second time changes nothing.
    ///
    /// Of a person who leaves or has left it is kept apart, unless a space has met the person again.
    package func take(_ event: StoreEvent, for space: Space) throws(JobQueueError) {
        try write { tx in
            try tx.lock(.purchases(of: space))
            let hash = Self.hash(event.id, in: space)
            let isNew = try tx.run(
                "INSERT INTO store_event (space, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [space.rawValue, hash])
            guard isNew == 1 else { return }
            let names = try Self.writable(event.names, in: space, tx)
            if case .takes(let givers) = event.change {
                return try Self.move(
                    from: Self.writable(givers, in: space, tx), to: names, event, hash, space, tx)
            }
            guard !names.isEmpty else { return }
            let customer = try Self.customer(names, new: hash, space, tx)
            switch event.change {
            case .none, .takes: break
            case .givesFreeze(let transaction):
                try Self.giveFreeze(
                    transaction.map { Self.hash($0, in: space) } ?? hash, to: names, event, space,
                    tx)
            case .takesFreeze(let transaction):
                try Self.takeFreeze(
                    transaction.map { Self.hash($0, in: space) } ?? hash, from: names, event,
                    space, tx)
            case .runs(let purchase, let term):
                try Self.write(purchase, term, event, hash, of: customer, names, space, tx)
            case .ends(let purchase):
                try Self.write(purchase, nil, event, hash, of: customer, names, space, tx)
            }
        }
    }

    /// What a person bought, the newest event first.
    package nonisolated func purchases(
        of person: Person
    ) async throws(JobQueueError) -> [PurchaseRecord] {
        try await read { tx in
            try tx.rows(
                """
                SELECT store, product, plan, \(Self.endOfPurchase) AS expires_at, said_at
                FROM store_name JOIN purchase
                    ON purchase.space = store_name.space AND purchase.customer = store_name.customer
                WHERE store_name.space = ? AND store_name.name = ? ORDER BY said_at DESC, id
                """, person.arguments
            ).map(PurchaseRecord.init(row:))
        }
    }

    /// Removes what gives a person a plan, and keeps by a hash that the person has left.
    static func removePlan(of person: Person, _ tx: any QueueTransaction) throws {
        let space = person.space
        if space != .commandLine { try tx.lock(.purchases(of: space)) }
        try tx.run("DELETE FROM entitlement WHERE space = ? AND person = ?", person.arguments)
        guard space != .commandLine else { return }
        try removeApart(of: person, tx)
        // What is said of those later is said of somebody who has left, too.
        for id in try ownIdsOfBefore(of: person, tx) {
            try noteDeparture(hash(id, in: space), in: space, tx)
        }
        var departing = [person.rawValue]
        let customer: String? = try tx.value(
            "SELECT customer FROM store_name WHERE space = ? AND name = ?", person.arguments)
        if let customer {
            let others = try tx.rows(
                """
                SELECT name, is_person FROM store_name
                WHERE space = ? AND customer = ? AND name <> ?
                """, [space.rawValue, customer, person.rawValue])
            // With another person, the purchases and the store's own names stay that one's.
            if try others.allSatisfy({ try !$0.required("is_person") }) {
                departing += try others.map { try $0.required("name") }
                for table in ["purchase", "store_transfer"] {
                    try tx.run(
                        "DELETE FROM \(table) WHERE space = ? AND customer = ?",
                        [space.rawValue, customer])
                }
            }
        }
        for name in departing {
            try tx.run(
                "DELETE FROM store_name WHERE space = ? AND name = ?", [space.rawValue, name])
            try noteDeparture(hash(name, in: space), in: space, tx)
        }
    }

    /// Judges a space's purchases again, by a changed table.
    static func planPurchases(
        of space: Space, by plans: PlanTable, _ tx: any QueueTransaction
    ) throws {
        let sorts = try tx.rows(
            """
            SELECT DISTINCT product, entitlements, is_single, is_trial FROM purchase
            WHERE space = ?
            """, [space.rawValue])
        for row in sorts {
            // A purchase whose entitlements are damaged keeps its plan, since the person has paid for it.
            guard row.damagedEntitlements == nil else { continue }
            let purchase = try Purchase(row: row)
            try tx.run(
                """
                UPDATE purchase SET plan = ?
                WHERE space = ? AND coalesce(product, '') = ? AND coalesce(entitlements, '') = ?
                    AND is_single = ? AND is_trial = ?
                """,
                [
                    plans.plan(of: purchase).rawValue, space.rawValue, purchase.product ?? "",
                    (row["entitlements"] as String?) ?? "", purchase.isSingle, purchase.isTrial,
                ])
        }
    }

    /// The names of an event as they are written: without those of persons who leave or have left, or, if then no person is
    /// left, all of them as hashes.
    private static func writable(
        _ names: [StoreName], in space: Space, _ tx: any QueueTransaction
    ) throws -> [StoreName] {
        var isKnown: Set<StoreName> = []
        let unique = names.filter { isKnown.insert($0).inserted }.prefix(mostNames)
        let present = try unique.filter { name in
            guard name.isPerson, let person = Person(name.text, in: space) else {
                return try !isDeparted(hash(name.text, in: space), space, tx)
            }
            return try isWelcome(person, tx)
        }
        // What the store makes up beside the id of somebody who has left is another name of that person.
        let isSomebodyElses = present.count == unique.count || present.contains(where: \.isPerson)
        if isSomebodyElses { return Array(present) }
        return try unique.map { name in
            let digest = hash(name.text, in: space)
            try noteDeparture(digest, in: space, tx)
            return StoreName(hash: digest)
        }
    }

    /// More names than a customer has; the first are the newest.
    private static let mostNames = 50

    /// The customer of some names, who is one from now on if there were several.
    static func customer(
        _ names: [StoreName], new: String, _ space: Space, _ tx: any QueueTransaction
    ) throws -> String {
        var found: [StoreName: String] = [:]
        for name in names {
            found[name] = try tx.value(
                "SELECT customer FROM store_name WHERE space = ? AND name = ?",
                [space.rawValue, name.text])
        }
        let customer = found.values.min() ?? new
        for other in Set(found.values) where other != customer {
            for table in ["store_name", "purchase", "store_transfer"] {
                try tx.run(
                    "UPDATE \(table) SET customer = ? WHERE space = ? AND customer = ?",
                    [customer, space.rawValue, other])
            }
        }
        for name in names where found[name] == nil {
            try tx.run(
                "INSERT INTO store_name (space, name, is_person, customer) VALUES (?, ?, ?, ?)",
                [space.rawValue, name.text, name.isPerson, customer])
        }
        return customer
    }

    /// Gives the purchases of some customers to another; they belong to no person if no name is known of that one.
    private static func move(
        from givers: [StoreName], to takers: [StoreName], _ event: StoreEvent, _ hash: String,
        _ space: Space, _ tx: any QueueTransaction
    ) throws {
        let moment = event.moment.milliseconds
        let taker = takers.isEmpty ? hash : try customer(takers, new: hash, space, tx)
        try moveFreezes(from: givers, to: takers, by: event.moment, space, tx)
        for giver in givers {
            try tx.run(
                """
                INSERT INTO store_transfer (space, hash, moved_at, customer) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, [space.rawValue, Self.hash(giver, in: space), moment, taker])
            try tx.run(
                """
                UPDATE purchase SET customer = ?1, moved_at = ?2
                WHERE space = ?3 AND moved_at <= ?2 AND customer = (
                    SELECT customer FROM store_name WHERE space = ?3 AND name = ?4)
                """, [taker, moment, space.rawValue, giver.text])
        }
    }

    /// Writes what an event says of a purchase, as far as it is the newest.
    ///
    /// - Parameter term: How long it lasts; `nil` if it ends with the event.
    private static func write(
        _ purchase: Purchase, _ term: StoreEvent.Term?, _ event: StoreEvent, _ hash: String,
        of customer: String, _ names: [StoreName], _ space: Space, _ tx: any QueueTransaction
    ) throws {
        let moment = event.moment.milliseconds
        let known = try stored(purchase, of: customer, space, tx)
        var row: StoredPurchase
        if let known {
            row = try StoredPurchase(row: known)
        } else {
            let heir = try heir(of: names, from: moment, space, tx)
            row = StoredPurchase(
                id: purchase.transaction ?? "event \(hash)",
                customer: heir?.customer ?? customer, moved: heir?.moved ?? moment)
        }
        // Who has left takes nothing along that is another's by now.
        if moment > row.moved, !names.contains(where: \.isHash) {
            row.customer = customer
            row.moved = moment
        }
        if moment >= row.said {
            row.apply(term, at: moment)
            // An event about the end may say less than one about the beginning.
            row.purchase = purchase.completed(by: row.purchase)
            row.damaged = nil
        }
        let plan =
            try row.damaged?.plan
            ?? record(of: space, tx)?.settings.plans.plan(of: row.purchase) ?? .free
        if plan != .free, row.ended == nil {
            for person in try persons(of: row.customer, space, tx) {
                try showScans(of: person, by: plan, tx)
            }
        }
        try tx.run(
            """
            INSERT INTO purchase (
                space, id, customer, has_transaction, store, product, entitlements, is_single,
                is_trial, plan, expires_at, grace_until, ended_at, said_at, moved_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, id) DO UPDATE
            SET customer = excluded.customer, store = excluded.store, product = excluded.product,
                entitlements = excluded.entitlements, is_single = excluded.is_single,
                is_trial = excluded.is_trial, plan = excluded.plan,
                expires_at = excluded.expires_at, grace_until = excluded.grace_until,
                ended_at = excluded.ended_at, said_at = excluded.said_at,
                moved_at = excluded.moved_at
            """,
            [
                space.rawValue, row.id, row.customer, purchase.transaction != nil,
                row.purchase.store, row.purchase.product,
                try row.damaged?.entitlements
                    ?? row.purchase.entitlements.map { try StoredJSON.text($0) },
                row.purchase.isSingle, row.purchase.isTrial, plan.rawValue, row.expires, row.grace,
                row.ended, row.said, row.moved,
            ])
    }

    private static func stored(
        _ purchase: Purchase, of customer: String, _ space: Space, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        if let transaction = purchase.transaction {
            return try tx.row(
                "SELECT * FROM purchase WHERE space = ? AND id = ?", [space.rawValue, transaction])
        }
        return try tx.row(
            """
            SELECT * FROM purchase
            WHERE space = ? AND customer = ? AND has_transaction = 0 AND coalesce(product, '') = ?
            """, [space.rawValue, customer, purchase.product ?? ""])
    }

    /// To whom the purchases of some names were moved after a time, and when.
    static func heir(
        of names: [StoreName], from moment: Int64, _ space: Space, _ tx: any QueueTransaction
    ) throws -> (customer: String, moved: Int64)? {
        for name in names {
            let row = try tx.row(
                """
                SELECT customer, moved_at FROM store_transfer
                WHERE space = ? AND hash = ? AND moved_at >= ? ORDER BY moved_at DESC LIMIT 1
                """, [space.rawValue, hash(name, in: space), moment])
            guard let row else { continue }
            return (try row.required("customer"), try row.required("moved_at"))
        }
        return nil
    }

    private static func hash(_ name: StoreName, in space: Space) -> String {
        name.isHash ? name.text : hash(name.text, in: space)
    }
}

/// A row of `purchase`; times in milliseconds since 1970.
private struct StoredPurchase {
    let id: String
    var customer: String
    var purchase = Purchase()
    /// The entitlements as they are stored, if they are damaged, and the plan that was found in them: both stay until a newer
    /// event says what was bought.
    var damaged: (entitlements: String, plan: Plan)?
    /// `nil` is never.
    var expires: Int64?
    var grace: Int64?
    var ended: Int64?
    var said = Int64.min
    var moved: Int64
    private var isNew = true

    init(id: String, customer: String, moved: Int64) {
        self.id = id
        self.customer = customer
        self.moved = moved
    }

    init(row: QueueRow) throws {
        id = try row.required("id")
        customer = try row.required("customer")
        purchase = try Purchase(row: row)
        let plan = try Plan(row: row)
        damaged = row.damagedEntitlements.map { ($0, plan) }
        expires = row["expires_at"]
        grace = row["grace_until"]
        ended = row["ended_at"]
        said = try row.required("said_at")
        moved = try row.required("moved_at")
        isNew = false
    }

    /// Applies what an event says.
    ///
    /// - Parameter term: How long the purchase lasts; `nil` if it ends with the event.
    mutating func apply(_ term: StoreEvent.Term?, at moment: Int64) {
        said = moment
        guard let term else {
            ended = moment
            return
        }
        switch term.expiry {
        case .at(let date): expires = date.milliseconds
        case .never: expires = nil
        // Of an unknown purchase, nothing is known to be paid.
        case .unchanged: if isNew { expires = moment }
        }
        grace = term.graceUntil?.milliseconds
        if term.revives { ended = nil }
    }
}

extension PurchaseRecord {
    init(row: QueueRow) throws {
        self.init(
            store: row["store"], product: row["product"], entitlement: try Entitlement(row: row),
            said: try row.date("said_at"))
    }
}

extension QueueRow {
    fileprivate var entitlements: String? { self["entitlements"] }

    /// The entitlements as they are stored; `nil` unless they are damaged.
    fileprivate var damagedEntitlements: String? {
        entitlements.flatMap { Purchase.names(of: $0) == nil ? $0 : nil }
    }
}

extension Purchase {
    fileprivate init(row: QueueRow) throws {
        self.init(
            product: row["product"],
            entitlements: row.entitlements.flatMap(Self.names(of:)),
            isSingle: try row.required("is_single"), isTrial: try row.required("is_trial"))
    }

    /// `nil` if they are damaged.
    fileprivate static func names(of entitlements: String) -> [String]? {
        StoredJSON.value([String].self, entitlements)
    }

    /// This, with what only the other says.
    fileprivate func completed(by other: Purchase) -> Purchase {
        var whole = self
        whole.store = store ?? other.store
        whole.product = product ?? other.product
        whole.entitlements = entitlements ?? other.entitlements
        whole.isSingle = isSingle || other.isSingle
        return whole
    }
}
