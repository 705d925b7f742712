import Answers
import JobQueue

/// What a queue that was older than its payments journal learned, in words.
enum RestoreWords {
    /// One sentence or more; says what the user must do.
    static func sentence(of learned: Reconciliation) -> String {
        var sentences = [
            "The queue was older than its payments journal; charges taken over: \(learned.charges)."
        ]
        if !learned.parked.isEmpty {
            sentences.append(
                """
                Jobs that may have been charged are uncertain now: \(names(learned.parked)). \
                'headshot show ID' says what to do.
                """)
        }
        if !learned.missing.isEmpty {
            sentences.append(
                "Jobs that were charged are not in this queue: \(names(learned.missing)). Their headshots may lie in the results folder."
            )
        }
        return sentences.joined(separator: "\n")
    }

    private static func names(_ jobs: [JobID]) -> String {
        let shown = jobs.prefix(10).map(\.description).joined(separator: ", ")
        return jobs.count > 10 ? "\(shown) and \(jobs.count - 10) more" : shown
    }
}
