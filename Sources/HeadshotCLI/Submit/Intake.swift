import Answers
import Foundation
import HeadshotWorker
import JobQueue
import Setup
import Validation

/// Queues the photos of a plan, many in one transaction, and prints each job once it survives a power cut.
///
/// Whatever stops it, every printed job is queued, and nothing has to be undone.
struct Intake {
    private let submitter: Submitter
    private let shrinker: PhotoShrinker?
    private let isJSON: Bool
    private var bar: IntakeBar
    private(set) var answer = SubmitAnswer()
    private var batch: [IntakePlan.Entry] = []
    private var batchBytes = 0

    /// - Parameter isJSON: Whether the answer is written as a whole at the end; then jobs are not printed singly.
    init(submitter: Submitter, shrinker: PhotoShrinker? = nil, isJSON: Bool, bar: IntakeBar) {
        self.submitter = submitter
        self.shrinker = shrinker
        self.isJSON = isJSON
        self.bar = bar
    }

    mutating func queue(_ plan: IntakePlan) async throws {
        answer.refused = plan.refused
        answer.shrunk = plan.shrunk.isEmpty ? nil : plan.shrunk
        answer.leftOut = plan.leftOut.isEmpty ? nil : plan.leftOut
        answer.warnings = plan.warnings.isEmpty ? nil : plan.warnings
        for entry in plan.entries {
            bar.advance()
            if let entry = try await withBytes(entry) { batch.append(entry) }
            if batch.count >= Batch.photos || batchBytes >= Batch.bytes { try await flush() }
        }
        try await flush()
    }

    /// The entry with its photo's bytes, which are read again if the plan had no room for them.
    private mutating func withBytes(
        _ entry: IntakePlan.Entry
    ) async throws -> IntakePlan.Entry? {
        guard case .new(var planned, let count) = entry else { return entry }
        if planned.order.photo.bytes == nil {
            switch try await PhotoCheck.run(planned.order.photo.path, shrinker) {
            case .accepted(let photo): planned.order.photo = photo
            case .refused(let photo):
                refuse(photo)
                return nil
            }
        }
        batchBytes += planned.order.photo.bytes?.count ?? 0
        return .new(planned, jobs: count)
    }

    /// Queues a batch in one transaction, and prints its jobs in the order of the photos.
    private mutating func flush() async throws {
        let new = batch.compactMap { entry in
            if case .new(let planned, _) = entry { planned } else { nil }
        }
        var submitted = try await submitter.submit(new).makeIterator()
        var jobs: [SubmittedJob] = []
        for entry in batch {
            switch entry {
            case .known(let known): jobs += known
            case .new(let planned, _):
                guard let outcome = submitted.next() else { continue }
                jobs += told(outcome, of: planned)
            }
        }
        answer.jobs += jobs
        batch = []
        batchBytes = 0
        try bar.makeRoom { [isJSON] in
            if !isJSON { try Intake.write(jobs, jobs.map(\.line)) }
        }
    }

    private mutating func told(
        _ outcome: GroupSubmission?, of planned: PlannedOrder
    ) -> [SubmittedJob] {
        let path = planned.order.photo.path
        switch outcome {
        case .taken(let jobs)?:
            let all = SubmittedJob.all(jobs, of: planned.order)
            guard planned.order.isOnce, planned.order.key == nil else { return all }
            // Another process may have queued the same meanwhile.
            let others = jobs.compactMap { if case .existing(let job) = $0 { job } else { nil } }
            if !others.isEmpty { refuse(RefusedPhoto(planned, repeating: others)) }
            return all.filter(\.isNew)
        case .keyTaken(let job)?: refuse(RefusedPhoto(planned, keyOf: job))
        case .removed?: refuse(RefusedPhoto(removed: planned))
        case nil:
            refuse(
                RefusedPhoto(
                    photo: path,
                    problem:
                        "\(path.printable): it changed while it was submitted; submit it again."
                ))
        }
        return []
    }

    private mutating func refuse(_ photo: RefusedPhoto) {
        answer.refused.append(photo)
        bar.makeRoom { photo.writeNote() }
    }

    /// Prints queued jobs to standard output; if that fails, to standard error, so that no id is lost.
    static func write(_ jobs: [SubmittedJob], _ lines: [String]) throws(UserMessage) {
        do {
            for line in lines { try Output.write(line: line) }
        } catch {
            note("These jobs are queued:")
            for job in jobs { note("  \(job.line)") }
            throw error
        }
    }
}

/// The progress bar of a submit of many photos, on standard error if that is a terminal.
struct IntakeBar {
    private let step: String
    private let total: Int
    private var done = 0
    private var screen: Screen

    /// - Parameter step: The step that it shows: "looked at", "queued".
    init(_ step: String, total: Int, environment: Environment) {
        self.step = step
        self.total = total
        screen = Screen(.standardError, environment: environment)
    }

    /// Advances the bar by one photo.
    mutating func advance() {
        done += 1
        draw([line])
    }

    /// Removes the bar while lines are written that stay.
    mutating func makeRoom(for lines: () throws -> Void) rethrows {
        draw([])
        try lines()
        if done < total { draw([line]) }
    }

    private mutating func draw(_ lines: [StyledLine]) {
        // A single photo is done before anyone could read the bar. Standard error never throws.
        if screen.isTerminal, total > 1 { try? screen.draw(lines, isLast: false) }
    }

    private var line: StyledLine {
        var line = StyledLine(LiveView.bar(Double(done) / Double(total)), .busy)
        line.add("  \(step) \(done) of \(total) photos", .quiet)
        return line
    }
}

/// How many photos are queued at once.
enum Batch {
    /// Enough that the transaction's sync hardly matters.
    static let photos = 100

    /// In bytes; photos wait in memory for their batch.
    static let bytes = 64_000_000
}

/// A first check of one photo file: whether it can be submitted at all.
enum PhotoCheck {
    case accepted(CheckedPhoto)
    case refused(RefusedPhoto)

    /// Reads a photo's header; if only this file cannot be read, it is refused.
    ///
    /// - Parameter shrinker: Makes it smaller if it is too large; `nil` refuses it.
    static func run(_ path: String, _ shrinker: PhotoShrinker?) async throws -> PhotoCheck {
        do {
            let photo = try await Submitter.check(path, shrinker)
            guard photo.inspection.isAccepted else {
                return .refused(
                    RefusedPhoto(
                        photo: path, findings: photo.inspection.findings,
                        canShrink: photo.couldBeSmaller ? true : nil))
            }
            return .accepted(photo)
        } catch {
            let message = UserMessage(error)
            guard message.status == .photoRefused else { throw error }
            return .refused(RefusedPhoto(photo: path, problem: message.sentence))
        }
    }
}
