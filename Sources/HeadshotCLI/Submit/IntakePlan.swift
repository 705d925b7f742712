import Answers
import HeadshotWorker
import JobQueue
import Validation

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

    init(submitter: Submitter, bar: IntakeBar) {
        self.submitter = submitter
        self.bar = bar
    }

    /// Adds the order of an accepted photo; orders are looked up in batches.
    mutating func take(_ order: PhotoOrder) async throws {
        bar.advance()
        batch.append(order)
        batchBytes += order.photo.bytes?.count ?? 0
        if batch.count >= Batch.photos || batchBytes >= Batch.bytes { try await flush() }
    }

    /// Reports a photo that is not queued, which does not stop the others.
    mutating func refuse(_ photo: RefusedPhoto) {
        plan.refused.append(photo)
        bar.advance()
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
        case .keyTaken(let job):
            let photo = RefusedPhoto(planned, keyOf: job)
            plan.refused.append(photo)
            bar.makeRoom { photo.writeNote() }
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
    static func run(_ path: String) async throws -> PhotoCheck {
        do {
            let photo = try await Submitter.check(path)
            guard photo.inspection.isAccepted else {
                return .refused(RefusedPhoto(photo: path, findings: photo.inspection.findings))
            }
            return .accepted(photo)
        } catch {
            let message = UserMessage(error)
            guard message.status == .photoRefused else { throw error }
            return .refused(RefusedPhoto(photo: path, problem: message.sentence))
        }
    }
}
