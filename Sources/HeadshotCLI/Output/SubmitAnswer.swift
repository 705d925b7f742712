import HeadshotWorker
import JobQueue
import PromptFactory
import Validation

/// What came of handing photos in.
struct SubmitAnswer: Encodable, Equatable {
    var jobs: [SubmittedJob] = []
    var refused: [RefusedPhoto] = []
    /// What was told before the new jobs were queued; absent where there are none.
    var forecast: ForecastAnswer?

    /// Adds where the jobs stand at the end.
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
    let provider: String
    let isNew: Bool
    /// Where the job stood at the end of `--wait`, with its reason and its headshot's path.
    var state: JobState?
    var reason: String?
    var result: String?

    /// A job that was queued as ordered, or the one that is in the queue, as it is there.
    init(_ submission: Submission, style: Style, of order: PhotoOrder) {
        id = submission.id
        person = order.person.rawValue
        switch submission {
        case .queued:
            self.style = style.name
            photo = order.photo.name
            provider = order.provider.rawValue
            isNew = true
        case .existing(let job):
            self.style = job.styleName ?? "unknown"
            photo = job.photoName
            provider = job.provider
            isNew = false
        }
    }

    /// The jobs of an order.
    static func all(_ submissions: [Submission], of order: PhotoOrder) -> [SubmittedJob] {
        zip(submissions, order.styles).map { SubmittedJob($0, style: $1, of: order) }
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
    /// What kept the file from being read at all, or from being queued.
    let problem: String?

    /// The reasons as lines for people.
    var lines: [String] {
        let name = photo.printable
        let refusals = findings.filter { $0.severity == .refusal }
        return refusals.map {
            "\(name): \($0.sentence) (rule: \($0.rule.rawValue))"
        } + [problem].compactMap { $0 }
    }

    /// Says the reasons on standard error.
    func tell() {
        for line in lines { note("headshot: \(line)") }
    }
}
