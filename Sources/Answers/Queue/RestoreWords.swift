package import JobQueue

/// What a queue that was older than its payments journal learned, in words.
package enum RestoreWords {
    /// One sentence or more; says what the user must do.
    package static func sentence(of learned: Reconciliation, _ wording: Wording) -> String {
        var sentences = [
            "The queue was older than its payments journal; charges taken over: \(learned.charges)."
        ]
        if !learned.parked.isEmpty {
            let parked =
                "Jobs that may have been charged are uncertain now: \(names(learned.parked))."
            sentences.append([parked, wording(.show)].compactMap { $0 }.joined(separator: " "))
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
