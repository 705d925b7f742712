import Answers
import Foundation
import JobQueue

extension QueueChecks {
    /// What goes next; a worker or a server looks once an hour.
    static func keeping(_ next: [NextRemoval], now: Date) -> Check {
        guard let first = next.first else { return .ok("kept", "nothing goes by its age") }
        let words = next.map { $0.words(now: now) }.joined(separator: "; ")
        guard now.timeIntervalSince(first.date) > longestWait else { return .ok("kept", words) }
        let late = TimeWords.span(now.timeIntervalSince(first.date))
        return .warning(
            "kept", "\(words); kept too long by \(late)",
            remedy: """
                'headshot serve' and 'headshot worker' remove it, and 'headshot prune' does at once. A webhook that was \
                not delivered, or a file that cannot be removed, keeps its job.
                """)
    }

    /// In seconds: a day, in which each process that could do it has looked several times.
    private static let longestWait: TimeInterval = 86_400
}
