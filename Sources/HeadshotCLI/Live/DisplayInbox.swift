import JobQueue
import Synchronization

/// Lines that a display writes above itself, where they stay.
///
/// Other code leaves them here, since two writers to one terminal would mix their lines.
final class DisplayInbox: Sendable {
    private let content = Mutex(Content())

    struct Content: Sendable {
        var lines: [String] = []
        var ended: [JobID] = []
    }

    /// Adds a line, for instance of the log.
    func add(line: String) {
        content.withLock { $0.lines.append(line) }
    }

    /// Adds a job that has ended.
    func add(ended job: JobID) {
        content.withLock { $0.ended.append(job) }
    }

    /// Takes everything out.
    func take() -> Content {
        content.withLock { content in
            defer { content = Content() }
            return content
        }
    }
}
