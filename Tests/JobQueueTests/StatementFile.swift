import Foundation
import Synchronization

@testable import JobQueue

/// The file that `HEADSHOT_STATEMENTS` names: the queue's statements as JSON, one a line, for `make check-portable-sql`.
enum StatementFile {
    private static let noted = Mutex<Set<String>>([])

    /// Appends the statements that were run since the last time.
    static func note() throws {
        #if DEBUG
            guard let path = ProcessInfo.processInfo.environment["HEADSHOT_STATEMENTS"] else {
                return
            }
            try noted.withLock { noted in
                let seen = SQLiteTransaction.seen.withLock { $0 }
                let lines = try seen.subtracting(noted).map { try JSONEncoder().encode($0) }
                noted = seen
                let file = try FileHandle(forWritingTo: URL(filePath: path))
                defer { try? file.close() }
                try file.seekToEnd()
                for line in lines { try file.write(contentsOf: line + Data("\n".utf8)) }
            }
        #endif
    }
}
