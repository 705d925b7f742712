import Foundation
import GRDB

/// A look at the queue's file from outside, as often as one likes.
struct QueueReader: Sendable {
    private let queue: DatabaseQueue

    init(home: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: "\(home)/queue.sqlite", configuration: configuration)
    }

    func isAnyJobHeld(by worker: String) async throws -> Bool {
        try await queue.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM job WHERE owner = ?)", arguments: [worker]
            ) ?? false
        }
    }
}
