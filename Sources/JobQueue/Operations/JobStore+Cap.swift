public import Foundation

extension JobStore {
    /// Stores the cap that its workers keep; if it differs from the last one, capped jobs are judged again.
    ///
    /// - Parameter isForAll: Whether a queue on a server takes another cap than it has; else that is an error, since its
    ///   programs must count alike.
    public func adopt(
        _ cap: DailyCap, isForAll: Bool = false, now: Date
    ) async throws(JobQueueError) {
        guard try await !read({ tx in try Self.isKnown(cap, tx) }) else { return }
        let takesAnother = isForAll || server == nil
        let agreed = try write { tx -> String? in
            // Of two that are first, the database lets one be.
            let changed = try tx.run(
                """
                INSERT INTO cap VALUES (1, ?, ?, ?)
                ON CONFLICT (one) DO \(takesAnother ? Self.replacing : "NOTHING")
                """, [cap.charges, cap.timeZone.identifier, cap.spend])
            guard changed == 1 else {
                return try Self.isKnown(cap, tx) ? nil : Self.agreedCap(tx)
            }
            try tx.run(
                """
                UPDATE job SET due_at = ?
                WHERE state = 'waiting' AND reason IN ('daily_cap', 'budget')
                """, [now.milliseconds])
            return nil
        }
        if let server, let agreed { throw .otherCap(place: server.name, agreed: agreed) }
    }

    private static let replacing = """
        UPDATE SET charges = excluded.charges, time_zone = excluded.time_zone,
            spend = excluded.spend
        """

    /// Whether a cap is the queue's.
    private static func isKnown(_ cap: DailyCap, _ tx: any QueueTransaction) throws -> Bool {
        try tx.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM cap
                WHERE charges = ? AND time_zone = ? AND spend IS NOT DISTINCT FROM ?)
            """, [cap.charges, cap.timeZone.identifier, cap.spend]) ?? false
    }

    /// The cap that the queue has, in words; `nil` if it has none yet.
    private static func agreedCap(_ tx: any QueueTransaction) throws -> String? {
        guard let row = try tx.row("SELECT charges, time_zone, spend FROM cap") else { return nil }
        let spend = (row["spend"] as Int64?).map { ", \(Double($0) / 1_000_000) USD a day" } ?? ""
        let charges = row["charges"] as Int64? ?? 0
        return "\(charges) a person a day, in \(row["time_zone"] as String? ?? "")\(spend)"
    }
}
