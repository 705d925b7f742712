import Answers
import Ground
import HeadshotWorker
import JobQueue
import PromptFactory
import Validation

/// The result of a submit.
struct SubmitAnswer: Encodable, Equatable {
    var jobs: [SubmittedJob] = []
    var refused: [RefusedPhoto] = []
    /// The photos that were made smaller; absent if there are none.
    var shrunk: [SmallerPhoto]?
    /// The photos for which `--max-cost` did not suffice; absent if there are none.
    var leftOut: [String]?
    /// What a look at the photos found beforehand; absent if it found nothing.
    var warnings: [WarnedPhoto]?
    /// The forecast shown before the new jobs were queued; absent if there are none.
    var forecast: ForecastAnswer?

    /// The status of the submit: a photo that was left out needs more money, and was not refused.
    var status: ExitStatus {
        if !refused.isEmpty { return .photoRefused }
        return leftOut == nil ? .done : .tryLater
    }

    /// Adds the states of the jobs at the end.
    ///
    /// - Parameter results: The place of results.
    mutating func add(_ ends: [Job], results: String) {
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
struct SubmittedJob: Encodable, Equatable {
    let id: JobID
    let kind: String
    let style: String?
    let photo: String
    /// Absent for the command line's own.
    let space: String?
    let person: String
    let provider: String
    let isNew: Bool
    /// The job's state at the end of `--wait`, with its reason and its headshot's path.
    var state: JobState?
    var reason: String?
    var result: String?

    /// A job that was queued as ordered, or the existing one as it is in the queue.
    init(_ submission: Submission, _ piece: OrderPiece, of order: PhotoOrder) {
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

    static func all(_ submissions: [Submission], of order: PhotoOrder) -> [SubmittedJob] {
        zip(submissions, order.pieces).map { SubmittedJob($0, $1, of: order) }
    }

    var line: String {
        "\(id)  \(style ?? kind)  \(photo.printable)\(isNew ? "" : "  (queued before)")"
    }
}

/// A photo that was not queued, and why.
struct RefusedPhoto: Encodable, Equatable {
    let photo: String
    var findings: [Finding] = []
    /// Why the file could not be read or queued.
    var problem: String?
    /// Whether it was refused for nothing but its size, so that `--shrink` would take it; absent if not.
    var canShrink: Bool?
    /// The photo's earlier jobs in the same styles, if they are why it was refused.
    var earlierJobs: [JobID]?

    /// Describes a refused photo; `path` is a text of ``PathText``.
    init(
        photo path: String, findings: [Finding] = [], problem: String? = nil,
        canShrink: Bool? = nil
    ) {
        photo = PathText.readable(path)
        self.findings = findings
        self.problem = problem
        self.canShrink = canShrink
    }
}

/// A photo of which a headshot will be made that is second best.
struct WarnedPhoto: Encodable, Equatable {
    let photo: String
    let findings: [Finding]

    /// Writes the findings to standard error.
    func writeNote() {
        for finding in findings { note("\(photo.printable): \(finding.sentence.printable)") }
    }
}

/// A photo whose smaller copy is used.
struct SmallerPhoto: Encodable, Equatable {
    struct Size: Encodable, Equatable {
        let width: Int
        let height: Int
        let bytes: Int

        init(_ facts: PhotoFacts) {
            width = facts.width
            height = facts.height
            bytes = facts.byteCount
        }
    }

    let photo: String
    let from: Size
    let to: Size
    private let words: String

    private enum CodingKeys: CodingKey { case photo, from, to }

    /// Describes a copy; nil for a photo that was small enough.
    init?(_ checked: CheckedPhoto) {
        guard let original = checked.original, let copy = checked.inspection.facts else {
            return nil
        }
        photo = PathText.readable(checked.path)
        from = Size(original)
        to = Size(copy)
        words = copy.words(madeSmallerFrom: original)
    }

    /// Writes both sizes to standard error.
    func writeNote() { note("\(photo.printable): \(words)") }
}

/// Says once that photos were refused which --shrink would take.
func noteThatSome(areOnlyTooLarge count: Int) {
    guard count > 0 else { return }
    note(
        count == 1
            ? "1 photo is only too large: --shrink makes it smaller here."
            : "\(count) photos are only too large: --shrink makes them smaller here.")
}

extension RefusedPhoto {
    /// A photo whose file name is not a valid person's id.
    init(withoutPerson path: String) {
        self.init(photo: path, problem: "\(path.printable): its name is not the id of a person.")
    }

    /// A photo whose order has a key that belongs to another one.
    init(_ planned: PlannedOrder, keyOf job: Job) {
        let order = planned.order
        let key = if case .name(let name) = order.key { name.printable } else { "its photo" }
        let pieces = order.pieces
        let work = pieces.count == 1 ? pieces[0].name : "\(pieces.count) styles"
        // Two photos can have one name.
        let other = job.input.map(PhotoName.digest) == planned.photo ? "of" : "of another photo,"
        func words(_ backdrop: Backdrop?) -> String {
            backdrop.map { " with the backdrop \($0.rawValue)" } ?? ""
        }
        self.init(
            photo: order.photo.path,
            problem: """
                \(order.photo.path.printable): the key '\(key)' belongs to another order, \(job.id): \
                \(job.workName) \(other) \((job.inputName ?? "").printable), by \
                \(job.provider.printable)\(words(job.wantedBackdrop)). This one is \(work) of \(order.photo.name.printable), by \
                \(order.provider.rawValue)\(words(order.wantedBackdrop)). Nothing of it was queued; use another --key.
                """)
    }

    /// A photo of which its person has these jobs in the same styles.
    init(_ planned: PlannedOrder, repeating jobs: [Job]) {
        let path = planned.order.photo.path
        let person = planned.order.person.label
        let words = jobs.map { "\($0.id) (\($0.workName), \($0.state.rawValue))" }
        self.init(
            photo: path,
            problem: """
                \(path.printable): \(person) has this already: \(words.joined(separator: ", ")). --again makes another.
                """)
        earlierJobs = jobs.map(\.id)
    }

    /// A photo that was looked at and is not good enough.
    init(_ seen: AnalyzedPhoto) {
        self.init(
            photo: seen.path, findings: seen.findings, problem: seen.problem,
            canShrink: seen.couldBeSmaller ? true : nil)
    }

    /// A photo of whose order a job was removed.
    init(removed planned: PlannedOrder) {
        let path = planned.order.photo.path
        self.init(
            photo: path,
            problem: """
                \(path.printable): a job of this order was removed. Nothing of it was queued; use another --key.
                """)
    }

    /// Writes the reasons to standard error.
    func writeNote() {
        for finding in findings where finding.severity == .refusal {
            note("headshot: \(photo.printable): \(finding.sentence)")
        }
        if let problem { note("headshot: \(problem)") }
    }
}

extension PhotoOrder {
    /// The wanted backdrop of headshots that are made here; `nil` if it differs among them, or if a model makes them.
    fileprivate var wantedBackdrop: Backdrop? {
        guard case .headshots(let wish) = wish, wish.provider == .local else { return nil }
        return wish.backdrop ?? (wish.styles.count == 1 ? wish.styles[0].background.backdrop : nil)
    }
}
