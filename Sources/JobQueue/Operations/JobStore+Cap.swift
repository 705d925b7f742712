public import Foundation

extension JobStore {
    /// Stores the cap that its workers keep; if it differs from the last one, capped jobs are judged again.
    public func adopt(_ cap: DailyCap, now: Date) async throws(JobQueueError) {
        let isKnown = try await read { tx in
            try tx.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM cap
                    WHERE charges = ? AND time_zone = ? AND spend IS NOT DISTINCT FROM ?)
                """, [cap.charges, cap.timeZone.identifier, cap.spend]) ?? false
        }
        guard !isKnown else { return }
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
}
