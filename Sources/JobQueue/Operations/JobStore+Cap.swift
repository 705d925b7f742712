public import Foundation

extension JobStore {
    /// Stores the cap that its workers keep; if it differs from the last one, capped jobs are judged again.
    ///
    /// - Parameter isForAll: Whether a queue on a server takes another cap than it has; else that is an error, since its
    ///   programs must count alike.
    public func adopt(
        _ cap: DailyCap, isForAll: Bool = false, now: Date
    ) async throws(JobQueueError) {
        let isKnown = try await read { tx in
            try tx.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM cap
                    WHERE charges = ? AND time_zone = ? AND spend IS NOT DISTINCT FROM ?)
                """, [cap.charges, cap.timeZone.identifier, cap.spend]) ?? false
        }
        guard !isKnown else { return }
        if let server, !isForAll, let agreed = try await agreedCap() {
            throw .otherCap(place: server.name, agreed: agreed)
        }
        try write { tx in
            try tx.run(
                """
                INSERT INTO cap VALUES (1, ?, ?, ?)
                ON CONFLICT (one) DO UPDATE SET
                    charges = excluded.charges, time_zone = excluded.time_zone,
                    spend = excluded.spend
                """, [cap.charges, cap.timeZone.identifier, cap.spend])
            try tx.run(
                """
                UPDATE job SET due_at = ?
                WHERE state = 'waiting' AND reason IN ('daily_cap', 'budget')
                """, [now.milliseconds])
        }
    }

    /// The cap that the queue has, in words; `nil` if it has none yet.
    private nonisolated func agreedCap() async throws(JobQueueError) -> String? {
        try await read { tx in
            guard let row = try tx.row("SELECT charges, time_zone, spend FROM cap") else {
                return nil
            }
            let spend =
                (row["spend"] as Int64?).map { ", \(Double($0) / 1_000_000) USD a day" } ?? ""
            return
                "\(row["charges"] as Int64? ?? 0) a person a day, in \(row["time_zone"] as String? ?? "")\(spend)"
        }
    }
}
