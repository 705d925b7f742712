import GRDB

/// A look at a queue's file from outside while programs work on it, as often as one likes.
public struct QueueReader: Sendable {
    private let queue: DatabaseQueue

    /// Opens the queue of a home for reading only.
    public init(home: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: "\(home)/queue.sqlite", configuration: configuration)
    }

    /// Reads the queue of a home as of one moment, for as long as `body` runs, as a backup of the file does.
    public static func reading<Result>(
        home: String, _ body: () async throws -> Result
    ) async throws -> Result {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(
            path: "\(home)/queue.sqlite", configuration: configuration)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM job")
        }
        let result = try await body()
        try await queue.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        try queue.close()
        return result
    }

    /// Whether a worker, alive or dead, holds a job.
    public func isAnyJobHeld(by worker: String) async throws -> Bool {
        try await queue.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM job WHERE owner = ?)", arguments: [worker]
            ) ?? false
        }
    }

    /// What the requests of a space that have ended count for in its budget, in millionths of a US dollar; nil is all spaces.
    public func spent(in space: String? = nil) async throws -> Int {
        try await queue.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT coalesce(sum(coalesce(cost, bound, estimate)), 0) FROM charge
                    WHERE state IN ('paid', 'unknown') AND (?1 IS NULL OR space = ?1)
                    """, arguments: [space]) ?? 0
        }
    }

    /// Whether a webhook has still to receive something.
    public func isAnyDeliveryPending() async throws -> Bool {
        try await queue.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE state = 'pending')") ?? false
        }
    }
}
