import CrashPoints
public import Foundation

/// What workers learned of a provider's models.
public struct KnownModels: Sendable, Equatable {
    /// The model that is asked unless another is named; `nil` until a worker has chosen one.
    public var chosen: String?
    /// When it was chosen.
    public var chosenAt: Date?
    /// Models that the provider answered 404 for, until the gate is cleared.
    public var gone: Set<String>

    /// Creates a value; nothing is known by default.
    public init(chosen: String? = nil, chosenAt: Date? = nil, gone: Set<String> = []) {
        self.chosen = chosen
        self.chosenAt = chosenAt
        self.gone = gone
    }
}

extension JobStore {
    /// What workers learned of a provider's models.
    public nonisolated func models(
        of provider: String
    ) async throws(JobQueueError) -> KnownModels {
        try await read { tx in
            var known = KnownModels()
            let rows = try tx.rows(
                "SELECT name, state, changed_at FROM model WHERE provider = ?", [provider])
            for row in rows {
                let name: String = try row.required("name")
                if row["state"] == "gone" {
                    known.gone.insert(name)
                } else {
                    known.chosen = name
                    known.chosenAt = try row.date("changed_at")
                }
            }
            return known
        }
    }

    /// Stores the model that a worker chose from the provider's list; replaces an earlier choice.
    ///
    /// - Returns: Whether it was stored; `false` if another worker learned meanwhile that the model is gone.
    @discardableResult
    public func choose(
        model: String, of provider: String, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.lock(.gates(of: provider, alone: true))
            try tx.run(
                "DELETE FROM model WHERE provider = ? AND state = 'chosen'", [provider])
            return try tx.run(
                """
                INSERT INTO model (provider, name, state, changed_at) VALUES (?, ?, 'chosen', ?)
                ON CONFLICT (provider, name) DO NOTHING
                """, [provider, model, now.milliseconds]) == 1
        }
    }

    /// Stores that the provider answered 404 for a model, so that no worker chooses it again.
    static func markGone(
        _ model: String, of provider: String, now: Date, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO model (provider, name, state, changed_at) VALUES (?, ?, 'gone', ?)
            ON CONFLICT (provider, name) DO UPDATE SET
                state = 'gone', changed_at = excluded.changed_at
            """, [provider, model, now.milliseconds])
    }

    /// Allows models again that were gone.
    static func forgetGone(of provider: String, _ tx: any QueueTransaction) throws {
        try tx.run("DELETE FROM model WHERE provider = ? AND state = 'gone'", [provider])
    }
}
