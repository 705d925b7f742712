package import Foundation
package import JobQueue

// What a store says of a person who has left. It still reports a subscription that was not cancelled. Such purchases are kept
// apart from all persons, under hashes of the store's names, and are the person's again who comes back.

extension JobStore {
    /// What is said of persons who have left a space, the newest first; at most `limit`.
    package nonisolated func departedPurchases(
        of space: Space, limit: Int
    ) async throws(JobQueueError) -> [PurchaseRecord] {
        try await read { tx in
            try tx.rows(
                """
                SELECT DISTINCT purchase.id, store, product, plan,
                    \(Self.endOfPurchase) AS expires_at, said_at
                FROM \(Self.apartNames)
                JOIN purchase ON purchase.space = store_name.space
                    AND purchase.customer = store_name.customer
                WHERE store_name.space = ? ORDER BY said_at DESC, purchase.id LIMIT ?
                """, [space.rawValue, limit]
            ).map(PurchaseRecord.init(row:))
        }
    }

    /// Removes the purchases of persons who have left, if it ended before a time, and grants to unknown persons; returns how
    /// many purchases and grants there were.
    package func removeDepartedPurchases(
        endedBefore moment: Date
    ) throws(JobQueueError) -> Int {
        try write { tx in
            let ended = moment.milliseconds
            let spaces: [String] = try tx.values("SELECT DISTINCT space FROM departed")
            try tx.lock(all: spaces.compactMap(Space.init(row:)).map(QueueLock.purchases(of:)))
            var count = try tx.run(
                """
                DELETE FROM entitlement WHERE expires_at < ? AND NOT EXISTS (
                    SELECT 1 FROM person
                    WHERE person.space = entitlement.space AND person.person = entitlement.person)
                """, [ended])
            let customers = try tx.rows(
                """
                SELECT DISTINCT store_name.space, store_name.customer FROM \(Self.apartNames)
                WHERE NOT EXISTS (
                    SELECT 1 FROM store_name AS other
                    WHERE other.space = store_name.space AND other.customer = store_name.customer
                        AND other.is_person = 1)
                """)
            for row in customers {
                let customer: [(any SQLConvertible)?] = [
                    try row.required("space") as String, try row.required("customer") as String,
                ]
                count += try tx.run(
                    """
                    DELETE FROM purchase
                    WHERE space = ? AND customer = ? AND \(Self.endOfPurchase) < ?
                    """, customer + [ended])
                if try !tx.has("purchase WHERE space = ? AND customer = ?", customer) {
                    try Self.removeCustomer(customer, tx)
                }
            }
            return count
        }
    }

    /// Removes what is kept apart of a person who leaves once more.
    static func removeApart(of person: Person, _ tx: any QueueTransaction) throws {
        let space = person.space.rawValue
        let customer: String? = try tx.value(
            "SELECT customer FROM store_name WHERE space = ? AND name = ?",
            [space, hash(person.rawValue, in: person.space)])
        if let customer { try removeCustomer([space, customer], tx) }
    }

    /// Makes a person's again what was kept apart, when a space meets somebody again who had left.
    static func welcomeBack(_ person: Person, _ tx: any QueueTransaction) throws {
        let name = hash(person.rawValue, in: person.space)
        guard try isDeparted(name, person.space, tx) else { return }
        try tx.lock(.purchases(of: person.space))
        try tx.run(
            "UPDATE store_name SET name = ?, is_person = 1 WHERE space = ? AND name = ?",
            [person.rawValue, person.space.rawValue, name])
    }

    private static func removeCustomer(
        _ customer: [(any SQLConvertible)?], _ tx: any QueueTransaction
    ) throws {
        for table in ["purchase", "store_transfer", "store_name"] {
            try tx.run("DELETE FROM \(table) WHERE space = ? AND customer = ?", customer)
        }
    }

    /// The names of customers that are kept apart: they are the hashes themselves.
    private static let apartNames = """
        departed JOIN store_name
            ON store_name.space = departed.space AND store_name.name = departed.hash
        """
}
