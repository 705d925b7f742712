import HeadshotWorker
import JobQueue
import PromptFactory
import Validation

/// What came of handing photos in.
struct SubmitAnswer: Encodable, Equatable {
    var jobs: [SubmittedJob] = []
    var refused: [RefusedPhoto] = []

    /// Adds where the jobs stand now.
    mutating func add(_ ends: [Job]) {
        let ends = Dictionary(ends.map { ($0.id, $0) }) { first, _ in first }
        for index in jobs.indices {
            guard let end = ends[jobs[index].id] else { continue }
            jobs[index].state = end.state
            jobs[index].reason = end.reason
            jobs[index].result = end.result
        }
    }
}

/// One job that was queued, or was there before under the same key.
struct SubmittedJob: Encodable, Equatable {
    let id: JobID
    let style: String
    let photo: String
    let person: String
    let isNew: Bool
    /// Where the job stood at the end of `--wait`, with its reason and its headshot's path.
    var state: JobState?
    var reason: String?
    var result: String?

    init(_ submission: Submission, style: Style, photo: String, person: Person) {
        id = submission.id
        self.style = style.name
        self.photo = photo
        self.person = person.rawValue
        isNew = submission == .queued(submission.id)
    }

    /// The job as a line for people.
    var line: String {
        "\(id)  \(style)  \(photo.printable)\(isNew ? "" : "  (queued before)")"
    }
}

/// A photo that was not queued, and why.
struct RefusedPhoto: Encodable, Equatable {
    let photo: String
    let findings: [Finding]
    /// What kept the file from being read at all.
    let problem: String?

    /// The reasons as lines for people.
    var lines: [String] {
        let name = photo.printable
        let refusals = findings.filter { $0.severity == .refusal }
        return refusals.map {
            "\(name): \($0.sentence) (rule: \($0.rule.rawValue))"
        } + [problem].compactMap { $0 }
    }
}
