import Answers
import HeadshotWorker
import JobQueue

/// The result of copying what jobs made.
struct ExportAnswer: CommandAnswer {
    /// A file that was copied.
    struct Copy: Encodable {
        let id: JobID
        let file: String
    }

    /// A file that was not copied, and why.
    struct Failure: Encodable {
        let id: JobID
        let sentence: String
    }

    let added: [Copy]
    /// How many copies existed before.
    let unchanged: Int
    let failed: [Failure]
    private let target: String
    private let kinds: Set<JobKind>

    /// - Parameter kinds: The kinds of the jobs.
    init(_ outcome: ExportOutcome, of kinds: Set<JobKind>, target: String) {
        added = outcome.added.map { Copy(id: $0.job, file: $0.file) }
        unchanged = outcome.unchanged
        failed =
            outcome.unreadable.map { item in
                Failure(
                    id: item.job,
                    sentence: "\(item.job): \(ResultWords.gone(item.file.locator.printable))")
            }
            + outcome.taken.map { item in
                Failure(
                    id: item.job,
                    sentence: "\(item.job): Other files have its names; choose others with --name.")
            }
        self.kinds = kinds
        self.target = target
    }

    private enum CodingKeys: CodingKey { case added, unchanged, failed }

    /// The answer as text for people.
    var text: String {
        let before = unchanged == 1 ? "1 was" : "\(unchanged) were"
        let rest = unchanged > 0 ? "; \(before) there before" : ""
        return "Added \(ResultWords.count(added.count, of: kinds)) to \(target.printable)\(rest)."
    }
}

/// Words for what jobs made.
enum ResultWords {
    /// A number of results: `1 headshot`, `12 analyses`, or `3 files` of different kinds.
    static func count(_ number: Int, of kinds: Set<JobKind>) -> String {
        let (one, many) =
            switch kinds {
            case [.analysis]: ("analysis", "analyses")
            case [.headshot], []: ("headshot", "headshots")
            default: ("file", "files")
            }
        return "\(number) \(number == 1 ? one : many)"
    }

    /// Says that a result which was to be removed is not where it should be.
    static func missing(_ place: String) -> String {
        "The headshot was not at its place, and was not removed: \(place.printable)"
    }

    /// Says what could not be removed of jobs, a sentence each.
    static func problems(_ removal: Removal) -> [(id: JobID, sentence: String)] {
        removal.problems.sorted { $0.key < $1.key }.map { id, detail in
            (id, "Job \(id): This was not removed: \(detail.printable)")
        }
    }

    /// Says that a result is not where it was saved.
    static func gone(_ path: String) -> String {
        "The headshot is not at its place any more: \(path)"
    }
}
