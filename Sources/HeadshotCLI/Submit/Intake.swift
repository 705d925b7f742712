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
        guard case .new(var planned) = entry else { return entry }
        if planned.order.photo.bytes == nil {
            switch try await PhotoCheck.run(planned.order.photo.path, shrinker) {
            case .accepted(let photo): planned.order.photo = photo
            case .refused(let photo):
                refuse(photo)
                return nil
            }
        }
        batchBytes += planned.order.photo.bytes?.count ?? 0
        return .new(planned)
    }

    /// Queues a batch in one transaction, and prints its jobs in the order of the photos.
    private mutating func flush() async throws {
        let new = batch.compactMap { entry in
            if case .new(let planned) = entry { planned } else { nil }
        }
        var submitted = try await submitter.submit(new).makeIterator()
        var jobs: [SubmittedJob] = []
        for entry in batch {
            switch entry {
            case .known(let known): jobs += known
            case .new(let planned):
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
        case .taken(let jobs)?: return SubmittedJob.all(jobs, of: planned.order)
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

/// What a submit would queue: its photos, each checked once, with the jobs that the queue already has.
struct IntakePlan {
    enum Entry {
        /// All its jobs are in the queue.
        case known([SubmittedJob])
        /// At least one of its jobs is new.
        case new(PlannedOrder)
    }

    fileprivate(set) var entries: [Entry] = []
    fileprivate(set) var refused: [RefusedPhoto] = []
    /// The photos that were made smaller.
    fileprivate(set) var shrunk: [SmallerPhoto] = []
    /// How many jobs are new, by person.
    fileprivate(set) var newJobs: [Person: Int] = [:]
}

/// The first pass over the photos of a submit: reads each header, stores and queues nothing.
struct IntakePlanner {
    private(set) var plan = IntakePlan()
    private let submitter: Submitter
    private var bar: IntakeBar
    private var batch: [PhotoOrder] = []
    private var batchBytes = 0
    private var heldBytes = 0
    private var newKeys: Set<String> = []

    /// Whether photos that are made smaller are named; one that looks at photos has named them.
    private let namesShrunk: Bool

    init(submitter: Submitter, bar: IntakeBar, namesShrunk: Bool) {
        self.submitter = submitter
        self.bar = bar
        self.namesShrunk = namesShrunk
    }

    /// Adds the order of an accepted photo; orders are looked up in batches.
    mutating func take(_ order: PhotoOrder) async throws {
        bar.advance()
        if let shrunk = SmallerPhoto(order.photo) {
            plan.shrunk.append(shrunk)
            if namesShrunk { bar.makeRoom { shrunk.writeNote() } }
        }
        batch.append(order)
        batchBytes += order.photo.bytes?.count ?? 0
        if batch.count >= Batch.photos || batchBytes >= Batch.bytes { try await flush() }
    }

    /// Reports a photo that is not queued, which does not stop the others.
    mutating func refuse(_ photo: RefusedPhoto) {
        bar.advance()
        add(photo)
    }

    private mutating func add(_ photo: RefusedPhoto) {
        plan.refused.append(photo)
        bar.makeRoom { photo.writeNote() }
    }

    /// Looks up the orders that were added.
    mutating func flush() async throws {
        for planned in try await submitter.plan(batch) { add(planned) }
        batch = []
        batchBytes = 0
    }

    private mutating func add(_ planned: PlannedOrder) {
        switch planned.state {
        case .keyTaken(let job): add(RefusedPhoto(planned, keyOf: job))
        case .removed: add(RefusedPhoto(removed: planned))
        case .open(let existing):
            let new = zip(planned.keys, existing).filter { key, old in
                old == nil && isFirst(key, of: planned.order.person)
            }.count
            guard existing.contains(nil) else {
                let jobs = existing.compactMap { $0.map(Submission.existing) }
                return plan.entries.append(.known(SubmittedJob.all(jobs, of: planned.order)))
            }
            if new > 0 { plan.newJobs[planned.order.person, default: 0] += new }
            plan.entries.append(.new(held(planned)))
        }
    }

    /// Whether no earlier photo of this submit has the same order key.
    private mutating func isFirst(_ key: String?, of person: Person) -> Bool {
        key.map { newKeys.insert("\(person) \($0)").inserted } ?? true
    }

    /// The order, with its photo's bytes if there is room; otherwise they are read again when it is queued.
    private mutating func held(_ planned: PlannedOrder) -> PlannedOrder {
        let count = planned.order.photo.bytes?.count ?? 0
        guard heldBytes + count <= Batch.bytes else { return planned.withoutBytes }
        heldBytes += count
        return planned
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
