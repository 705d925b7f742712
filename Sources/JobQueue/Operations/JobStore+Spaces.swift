public import Foundation

extension JobStore {
    /// Adds a space; returns whether it is new.
    public func add(
        _ space: Space, _ settings: SpaceSettings, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.run(
                """
                INSERT INTO space (name, provider, budget, new_persons, created_at)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
                """,
                [
                    space.rawValue, settings.provider, settings.budget, settings.newPersons,
                    now.milliseconds,
                ]) == 1
        }
    }

    /// Sets the limits of a space and the provider of its later orders; returns whether there is such a space.
    ///
    /// Jobs that wait for the space's money are judged again.
    public func set(
        _ settings: SpaceSettings, of space: Space, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            let count = try tx.run(
                "UPDATE space SET provider = ?, budget = ?, new_persons = ? WHERE name = ?",
                [settings.provider, settings.budget, settings.newPersons, space.rawValue])
            try tx.run(
                """
                UPDATE job SET due_at = ?
                WHERE state = 'waiting' AND reason = 'budget' AND space = ?
                """, [now.milliseconds, space.rawValue])
            return count == 1
        }
    }

    /// All spaces without the command line's own, by name.
    public nonisolated func spaces() async throws(JobQueueError) -> [SpaceRecord] {
        try await read { tx in
            try tx.rows("SELECT * FROM space ORDER BY name").map(SpaceRecord.init(row:))
        }
    }

    /// What is known of a space; `nil` if it was never added.
    public nonisolated func record(of space: Space) async throws(JobQueueError) -> SpaceRecord? {
        try await read { tx in try Self.record(of: space, tx) }
    }

    static func record(of space: Space, _ tx: any QueueTransaction) throws -> SpaceRecord? {
        try tx.row("SELECT * FROM space WHERE name = ?", [space.rawValue])
            .map(SpaceRecord.init(row:))
    }
}

extension SpaceRecord {
    init(row: QueueRow) throws {
        space = try row.required("name") { Space($0) }
        settings = SpaceSettings(
            provider: try row.required("provider"), budget: row["budget"],
            newPersons: try row.required("new_persons"))
        webhook = try row["webhook"].flatMap(WebhookURL.init).map { url in
            Webhook(
                url: url, generation: try row.required("webhook_secret"),
                overlap: row.optionalDate("webhook_overlap"),
                refused: row.optionalDate("webhook_refused_at"))
        }
        created = try row.date("created_at")
    }
}
