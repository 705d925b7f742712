import Answers
import HeadshotWorker
import JobQueue

/// The result of copying headshots.
struct ExportAnswer: CommandAnswer {
    /// A headshot that was copied.
    struct Copy: Encodable {
        let id: JobID
        let file: String
    }

    /// A headshot that was not copied, and why.
    struct Failure: Encodable {
        let id: JobID
        let sentence: String
    }

    let added: [Copy]
    /// How many copies existed before.
    let unchanged: Int
    let failed: [Failure]
    private let target: String

    init(_ outcome: ExportOutcome, target: String) {
        added = outcome.added.map { Copy(id: $0.job, file: $0.file) }
        unchanged = outcome.unchanged
        failed =
            outcome.unreadable.map { item in
                let message = UserMessage(CommandError.headshotGone(path: item.path.printable))
                return Failure(id: item.job, sentence: "\(item.job): \(message.sentence)")
            }
            + outcome.taken.map { item in
                Failure(
                    id: item.job,
                    sentence: "\(item.job): Other files have its names; choose others with --name.")
            }
        self.target = target
    }

    private enum CodingKeys: CodingKey { case added, unchanged, failed }

    var text: String {
        let added = added.count == 1 ? "1 headshot" : "\(added.count) headshots"
        let before = unchanged == 1 ? "1 was" : "\(unchanged) were"
        let rest = unchanged > 0 ? "; \(before) there before" : ""
        return "Added \(added) to \(target.printable)\(rest)."
    }
}
