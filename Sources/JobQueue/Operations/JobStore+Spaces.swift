public import Foundation
import Ground

extension JobStore {
    /// Adds a space; returns whether it is new.
    public func add(
        _ space: Space, _ settings: SpaceSettings, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.run(
                """
                INSERT INTO space (
                    name, provider, budget, new_persons, features, plans, keeps_photos, preset,
                    time_zone, streak, varies_scores, limits, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
                """, [space.rawValue] + settings.values() + [now.milliseconds]) == 1
        }
    }

    /// Changes what was set for a space, in one transaction; returns what is known of it then, `nil` if there is none.
    ///
    /// Jobs that wait for the space's money are judged again.
    public func change(
        _ space: Space, now: Date, _ body: @Sendable (inout SpaceSettings) -> Void
    ) throws(JobQueueError) -> SpaceRecord? {
        try write { tx in
            try tx.lock(.purchases(of: space))
            guard var settings = try Self.record(of: space, tx)?.settings else { return nil }
            body(&settings)
            try tx.run(
                """
                UPDATE space
                SET provider = ?, budget = ?, new_persons = ?, features = ?, plans = ?,
                    keeps_photos = ?, preset = ?, time_zone = ?, streak = ?, varies_scores = ?,
                    limits = ?
                WHERE name = ?
                """, settings.values() + [space.rawValue])
            try Self.planPurchases(of: space, by: settings.plans, tx)
            try tx.run(
                """
                UPDATE job SET due_at = ?
                WHERE state = 'waiting' AND reason = 'budget' AND space = ?
                """, [now.milliseconds, space.rawValue])
            return try Self.record(of: space, tx)
        }
    }

    /// The words that an operator gave a space, as JSON; `nil` if it tells those of its preset, or is unknown.
    public nonisolated func words(of space: Space) async throws(JobQueueError) -> String? {
        try await read { tx in
            try tx.value("SELECT words FROM space WHERE name = ?", [space.rawValue])
        }
    }

    /// Gives a space words of its own, as JSON; `nil` are those of its preset.
    ///
    /// - Returns: Whether there is such a space.
    public func setWords(_ words: String?, of space: Space) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.run("UPDATE space SET words = ? WHERE name = ?", [words, space.rawValue]) == 1
        }
    }

    /// All spaces without the command line's own, by name.
    public nonisolated func spaces() async throws(JobQueueError) -> [SpaceRecord] {
        try await read { tx in
            try tx.rows("SELECT \(SpaceRecord.columns) FROM space ORDER BY name").map(
                SpaceRecord.init(row:))
        }
    }

    /// What is known of a space; `nil` if it was never added.
    public nonisolated func record(of space: Space) async throws(JobQueueError) -> SpaceRecord? {
        try await read { tx in try Self.record(of: space, tx) }
    }

    static func record(of space: Space, _ tx: any QueueTransaction) throws -> SpaceRecord? {
        try tx.row(
            "SELECT \(SpaceRecord.columns) FROM space WHERE name = ?", [space.rawValue]
        ).map(SpaceRecord.init(row:))
    }
}

extension SpaceRecord {
    /// All columns but the words, which are long and seldom needed.
    static let columns = """
        name, provider, budget, new_persons, features, plans, keeps_photos, preset, time_zone, streak,
        varies_scores, limits, webhook, webhook_secret, webhook_overlap, webhook_refused_at, created_at
        """

    init(row: QueueRow) throws {
        space = try row.required("name") { Space($0) }
        settings = SpaceSettings(
            provider: try row.required("provider"), budget: row["budget"],
            newPersons: try row.required("new_persons"),
            features: try row.required("features", Set<SpaceSettings.Feature>.init(words:)),
            plans: try row.required("plans") {
                StoredJSON.value(PlanTable.self, $0)
            }, keepsPhotos: try row.required("keeps_photos"),
            preset: try row.required("preset", SpacePreset.init), timeZone: row["time_zone"],
            streak: try row.required("streak", StreakRule.init),
            variesScores: try row.required("varies_scores"),
            limits: try row.required("limits", SpaceLimits.init(json:)))
        webhook = try row["webhook"].flatMap(WebhookURL.init).map { url in
            Webhook(
                url: url, generation: try row.required("webhook_secret"),
                overlap: row.optionalDate("webhook_overlap"),
                refused: row.optionalDate("webhook_refused_at"))
        }
        created = try row.date("created_at")
    }
}

extension SpaceSettings {
    /// The columns from `provider` to `limits`, in their order.
    fileprivate func values() throws -> [(any SQLConvertible)?] {
        [
            provider, budget, newPersons, features.words,
            try StoredJSON.text(plans), keepsPhotos,
            preset.rawValue, timeZone, streak.rawValue, variesScores,
            try limits.json,
        ]
    }
}
