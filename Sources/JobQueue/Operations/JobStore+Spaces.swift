public import Foundation

/// What the queue knows of a space.
public struct SpaceRecord: Sendable, Equatable {
    /// The space.
    public let space: Space
    /// The provider of its headshots, unless an order names another.
    public let provider: String
    /// When it was added.
    public let created: Date
}

extension JobStore {
    /// Adds a space; returns whether it is new.
    public func add(_ space: Space, provider: String, now: Date) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.run(
                """
                INSERT INTO space (name, provider, created_at) VALUES (?, ?, ?)
                ON CONFLICT (name) DO NOTHING
                """, [space.rawValue, provider, now.milliseconds]) == 1
        }
    }

    /// Sets the provider of a space's later orders; returns whether there is such a space.
    public func set(provider: String, of space: Space) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.run(
                "UPDATE space SET provider = ? WHERE name = ?", [provider, space.rawValue]) == 1
        }
    }

    /// All spaces but the command line's own, by name.
    public nonisolated func spaces() async throws(JobQueueError) -> [SpaceRecord] {
        try await read { tx in
            try tx.rows("SELECT name, provider, created_at FROM space ORDER BY name")
                .map(SpaceRecord.init(row:))
        }
    }

    /// What is known of a space; `nil` if it was never added.
    public nonisolated func record(of space: Space) async throws(JobQueueError) -> SpaceRecord? {
        try await read { tx in
            try tx.row(
                "SELECT name, provider, created_at FROM space WHERE name = ?", [space.rawValue]
            ).map(SpaceRecord.init(row:))
        }
    }
}

extension SpaceRecord {
    fileprivate init(row: QueueRow) throws {
        space = try row.required("name") { Space($0) }
        provider = try row.required("provider")
        created = try row.date("created_at")
    }
}
