package import Foundation
import GRDB

extension SQLiteEngine {
    /// Reads briefly from the queue of a folder; `nil` if it is missing, not ours or unreadable.
    ///
    /// Creates no queue and changes none.
    ///
    /// - Parameter patience: Seconds to wait for other programs' locks.
    package static func glance<Value>(
        into folder: String, schema: Schema, patience: TimeInterval,
        _ body: (any QueueTransaction) throws -> Value
    ) -> Value? {
        let path = "\(folder)/queue.sqlite"
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(patience)
        configuration.distrust()
        guard isOwn(path), let queue = try? DatabaseQueue(path: path, configuration: configuration)
        else { return nil }
        defer { try? queue.close() }
        return try? queue.inDatabase { db in
            try schema.check(db, path: path)
            return try SQLiteConnection(db: db).read(body)
        }
    }
}
