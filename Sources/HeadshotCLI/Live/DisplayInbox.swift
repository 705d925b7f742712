import JobQueue
import Synchronization

/// What a display is to write above itself, where it stays: others leave it here, since two that write to one terminal
/// would write into each other's lines.
final class DisplayInbox: Sendable {
    private let content = Mutex(Content())

    struct Content: Sendable {
        var lines: [String] = []
        var ended: [JobID] = []
    }

    /// Leaves a line, of the log for one.
    func add(line: String) {
        content.withLock { $0.lines.append(line) }
    }

    /// Leaves a job that has ended.
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
