import Answers
import Foundation
import Ground
import HeadshotWorker
import JobQueue

/// What a submit would queue: its photos, each checked once, with the jobs that the queue already has.
struct IntakePlan {
    enum Entry {
        /// All its jobs are in the queue.
        case known([SubmittedJob])
        /// At least one of its jobs is new; how many will be, without those of an entry before it.
        case new(PlannedOrder, jobs: Int)
    }

    fileprivate(set) var entries: [Entry] = []
    private(set) var refused: [RefusedPhoto] = []
    /// The photos that were made smaller.
    fileprivate(set) var shrunk: [SmallerPhoto] = []
    /// The photos for which the money does not suffice.
    private(set) var leftOut: [String] = []
    /// What is foretold of the photos that are queued.
    private(set) var warnings: [WarnedPhoto] = []
    /// Whether the photos were looked at, and not their headers alone.
    var isLookedAt = false

    /// How many jobs are new, by person.
    var newJobs: [Person: Int] {
        entries.reduce(into: [:]) { sum, entry in
            guard case .new(let planned, let count) = entry, count > 0 else { return }
            sum[planned.order.person, default: 0] += count
        }
    }

    /// The orders with new jobs.
    var new: [PlannedOrder] {
        entries.compactMap { if case .new(let planned, _) = $0 { planned } else { nil } }
    }

    mutating func refuse(_ photo: RefusedPhoto) { refused.append(photo) }

    mutating func warn(_ photo: WarnedPhoto) { warnings.append(photo) }

    /// Takes the orders of some photos out.
    mutating func drop(_ photos: Set<PhotoOfPerson>) {
        entries.removeAll { entry in
            guard case .new(let planned, _) = entry else { return false }
            return photos.contains(PhotoOfPerson(planned))
        }
    }

    /// Leaves out the photos for which a sum does not suffice, in their order.
    ///
    /// - Parameter price: Of one job.
    mutating func leaveOut(beyond sum: Int, price: Int) {
        var left = sum
        var dropped: Set<PhotoOfPerson> = []
        for case .new(let planned, let count) in entries {
            let photo = PhotoOfPerson(planned)
            let cost = price.multipliedClamped(by: count)
            // The same photo under a second name has no new job, and goes with the first.
            if dropped.contains(photo) || cost > left {
                dropped.insert(photo)
                leftOut.append(PathText.readable(planned.order.photo.path))
            } else {
                left -= cost
            }
        }
        drop(dropped)
    }
}

/// A photo of a person, by its content.
struct PhotoOfPerson: Hashable {
    private let person: Person
    private let photo: String

    init(_ planned: PlannedOrder) {
        person = planned.order.person
        photo = planned.photo
    }
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
    /// The photos so far, and those that the command line names one by one.
    private var seen: Set<PhotoOfPerson> = []
    private var named: Set<PhotoOfPerson> = []

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
        plan.refuse(photo)
        bar.makeRoom { photo.writeNote() }
    }

    /// Looks up the orders that were added.
    mutating func flush() async throws {
        for planned in try await submitter.plan(batch) { add(planned) }
        batch = []
        batchBytes = 0
    }

    private mutating func add(_ planned: PlannedOrder) {
        let photo = PhotoOfPerson(planned)
        let isNamed = planned.order.key == nil
        // A folder's photos that are equal share their jobs by their keys.
        guard !(isNamed ? seen : named).contains(photo) else {
            let path = planned.order.photo.path.printable
            return bar.makeRoom { note("\(path): this photo was named before; it has one job.") }
        }
        seen.insert(photo)
        if isNamed { named.insert(photo) }
        switch planned.state {
        case .keyTaken(let job): add(RefusedPhoto(planned, keyOf: job))
        case .removed: add(RefusedPhoto(removed: planned))
        case .open(let existing) where isNamed && planned.order.isOnce:
            let jobs = existing.compactMap(\.self)
            if !jobs.isEmpty { add(RefusedPhoto(planned, repeating: jobs)) }
            if let rest = planned.onlyNew {
                plan.entries.append(.new(held(rest), jobs: existing.count - jobs.count))
            }
        case .open(let existing):
            let new = zip(planned.keys, existing).filter { key, old in
                old == nil && isFirst(key, of: planned.order.person)
            }.count
            guard existing.contains(nil) else {
                let jobs = existing.compactMap { $0.map(Submission.existing) }
                return plan.entries.append(.known(SubmittedJob.all(jobs, of: planned.order)))
            }
            plan.entries.append(.new(held(planned), jobs: new))
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
