import Foundation
import JobQueue

// Freezes that a store has sold. Their id is the hash of the transaction, so that each is known in whatever order the store
// reports that it was bought, refunded and moved to another customer.

extension JobStore {
    /// Gives the freeze of a transaction to a customer, once, unless it was refunded since.
    static func giveFreeze(
        _ id: String, to names: [StoreName], _ event: StoreEvent, _ space: Space,
        _ tx: any QueueTransaction
    ) throws {
        if let owner = try owner(ofFreeze: id, space, tx) {
            try tx.lock(.days(of: owner))
            // A refund was taken back.
            try tx.run(
                """
                UPDATE streak_freeze SET refunded_at = NULL
                WHERE space = ? AND person = ? AND id = ? AND refunded_at < ?
                """, owner.arguments + [id, event.moment.milliseconds])
            return
        }
        // It was bought before the customer's purchases moved, and is reported late.
        let heir = try heir(of: names, from: event.moment.milliseconds, space, tx)
        let known = try heir.flatMap { try persons(of: $0.customer, space, tx).first }
        guard let person = known ?? names.person(in: space) else { return }
        try giveFreeze(id, to: person, now: event.moment, tx)
    }

    /// Takes a refunded freeze back; one that is used stays used.
    static func takeFreeze(
        _ id: String, from names: [StoreName], _ event: StoreEvent, _ space: Space,
        _ tx: any QueueTransaction
    ) throws {
        let moment = event.moment.milliseconds
        if let owner = try owner(ofFreeze: id, space, tx) {
            try tx.lock(.days(of: owner))
            try tx.run(
                """
                UPDATE streak_freeze SET refunded_at = ?1
                WHERE space = ?2 AND person = ?3 AND id = ?4 AND granted_at <= ?1
                """, [moment] + owner.arguments + [id])
            return
        }
        guard let person = try names.person(in: space).map({ try present($0, tx) }),
            try isWelcome(person, tx)
        else { return }
        try tx.lock(.days(of: person))
        // Those that were sold before their transactions were kept have the id of the store's event.
        let older: String? = try tx.value(
            """
            SELECT id FROM streak_freeze
            WHERE space = ?1 AND person = ?2 AND \(isUnusedFreeze) AND granted_at <= ?3 AND EXISTS (
                SELECT 1 FROM store_event
                WHERE store_event.space = ?1 AND store_event.hash = streak_freeze.id)
            ORDER BY granted_at DESC, id LIMIT 1
            """, person.arguments + [moment])
        if let older {
            try tx.run(
                "UPDATE streak_freeze SET refunded_at = ? WHERE space = ? AND person = ? AND id = ?",
                [moment] + person.arguments + [older])
        } else {
            // The news of the purchase comes later, and gives nothing then.
            try tx.run(
                """
                INSERT INTO streak_freeze (space, person, id, granted_at, refunded_at)
                VALUES (?, ?, ?, ?, ?)
                """, person.arguments + [id, moment, moment])
        }
    }

    /// Moves what customers have not used of their freezes to another, with their purchases.
    static func moveFreezes(
        from givers: [StoreName], to takers: [StoreName], by moment: Date, _ space: Space,
        _ tx: any QueueTransaction
    ) throws {
        guard let taker = try takers.person(in: space).map({ try present($0, tx) }) else { return }
        let persons = Set(
            try givers.compactMap { try [$0].person(in: space).map { try present($0, tx) } }
        ).subtracting([taker])
        try tx.lock(all: (Array(persons) + [taker]).map(QueueLock.days(of:)))
        guard try isWelcome(taker, tx) else { return }
        for person in persons {
            try tx.run(
                """
                UPDATE streak_freeze SET person = ?1
                WHERE space = ?2 AND person = ?3 AND \(isUnusedFreeze) AND granted_at <= ?4
                    AND NOT EXISTS (
                        SELECT 1 FROM streak_freeze AS other
                        WHERE other.space = ?2 AND other.person = ?1 AND other.id = streak_freeze.id)
                """, [taker.rawValue] + person.arguments + [moment.milliseconds])
        }
    }

    /// The person who has the freeze of a transaction; `nil` if none has.
    private static func owner(
        ofFreeze id: String, _ space: Space, _ tx: any QueueTransaction
    ) throws -> Person? {
        try tx.row(
            "SELECT space, person FROM streak_freeze WHERE space = ? AND id = ? LIMIT 1",
            [space.rawValue, id]
        )?.requiredPerson()
    }

    /// The persons who are a store's customer, by their ids.
    static func persons(
        of customer: String, _ space: Space, _ tx: any QueueTransaction
    ) throws -> [Person] {
        let names: [String] = try tx.values(
            """
            SELECT name FROM store_name WHERE space = ? AND customer = ? AND is_person = 1
            ORDER BY name
            """, [space.rawValue, customer])
        return names.compactMap { Person($0, in: space) }
    }
}

extension [StoreName] {
    /// The person whom the names are of; `nil` for those that a store made up.
    fileprivate func person(in space: Space) -> Person? {
        first(where: \.isPerson).flatMap { Person($0.text, in: space) }
    }
}
