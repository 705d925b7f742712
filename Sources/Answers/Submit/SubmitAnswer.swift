package import Ground
package import HeadshotWorker
package import JobQueue

/// The result of a submit.
package struct SubmitAnswer: Encodable, Equatable {
    package var jobs: [SubmittedJob] = []
    package var refused: [RefusedPhoto] = []
    /// The forecast shown before the new jobs were queued; absent if there are none.
    package var forecast: ForecastAnswer?

    package init() {}

    /// Adds the states of the jobs at the end.
    ///
    /// - Parameter results: The place of results.
    package mutating func add(_ ends: [Job], results: String) {
        let ends = Dictionary(ends.map { ($0.id, $0) }) { first, _ in first }
        for index in jobs.indices {
            guard let end = ends[jobs[index].id] else { continue }
            jobs[index].state = end.state
            jobs[index].reason = end.reason
            jobs[index].result = end.result(in: results)
        }
    }
}

/// One job that was queued, or existed before under the same key.
package struct SubmittedJob: Encodable, Equatable {
    package let id: JobID
    package let kind: String
    /// The style of a headshot.
    package let style: String?
    package let photo: String
    /// Absent for the command line's own.
    package let space: String?
    package let person: String
    package let provider: String
    package let isNew: Bool
    /// The job's state at the end of `--wait`, with its reason and its headshot's path.
    package var state: JobState?
    package var reason: String?
    package var result: String?

    /// A job that was queued as ordered, or the existing one as it is in the queue.
    package init(_ submission: Submission, _ piece: OrderPiece, of order: PhotoOrder) {
        id = submission.id
        space = order.person.space.named
        person = order.person.rawValue
        switch submission {
        case .queued:
            kind = piece.kind.rawValue
            style = piece.kind == .headshot ? piece.name : nil
            photo = order.photo.name
            provider = order.provider.rawValue
            isNew = true
        case .existing(let job):
            kind = job.kind.rawValue
            style = job.kind == .headshot ? job.styleName ?? "unknown" : nil
            photo = job.inputName ?? ""
            provider = job.provider
            isNew = false
        }
    }

    /// The jobs of an order.
    package static func all(_ submissions: [Submission], of order: PhotoOrder) -> [SubmittedJob] {
        zip(submissions, order.pieces).map { SubmittedJob($0, $1, of: order) }
    }

    /// The job as a line for people.
    package var line: String {
        "\(id)  \(style ?? kind)  \(photo.printable)\(isNew ? "" : "  (queued before)")"
    }
}

/// A photo that was not queued, and why.
package struct RefusedPhoto: Encodable, Equatable {
    package let photo: String
    package let findings: [Finding]
    /// Why the file could not be read or queued.
    package let problem: String?

    package init(photo: String, findings: [Finding], problem: String?) {
        self.photo = photo
        self.findings = findings
        self.problem = problem
    }

    /// The reasons as lines for people.
    package var lines: [String] {
        let name = photo.printable
        let refusals = findings.filter { $0.severity == .refusal }
        return refusals.map {
            "\(name): \($0.sentence) (rule: \($0.rule))"
        } + [problem].compactMap { $0 }
    }
}
