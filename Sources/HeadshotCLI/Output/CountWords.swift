import Answers
import JobQueue

/// Counts in words.
enum CountWords {
    /// The counts that are not zero: `1 job, 2 photos`; `nil` if there are none.
    static func list(_ counts: [(number: Int, one: String, many: String)]) -> String? {
        let parts = counts.filter { $0.number > 0 }
            .map { "\($0.number) \($0.number == 1 ? $0.one : $0.many)" }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// A number of jobs: `1 job`, `12 jobs`.
    static func jobs(_ count: Int) -> String { count == 1 ? "1 job" : "\(count) jobs" }

    /// A number of files: `1 file`, `12 files`.
    static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

    /// What was removed from the queue: `2 jobs, 1 photo`.
    static func removal(_ removal: Removal) -> String {
        list([
            (removal.jobs.count, "job", "jobs"), (removal.photos.count, "photo", "photos"),
            (removal.results.count, "headshot", "headshots"),
        ]) ?? "nothing"
    }
}
