import CrashPoints
package import Decoding
public import Foundation
import Ground
public import JobQueue
import ObjectStore
public import PromptFactory
public import Validation

/// Takes photos in: checks each header, stores the photo, and queues its jobs.
public struct Submitter: Sendable {
    private let store: JobStore
    private let home: HeadshotHome
    private let environment: WorkerEnvironment

    /// Creates a submitter for a home.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.home = home
        self.environment = environment
    }

    /// Checks a photo file by its header, free, without storing it.
    ///
    /// Throws ``ValidationError`` for a file that cannot be read, and ``WorkerError`` without a decoder.
    ///
    /// - Parameter shrinker: Makes a photo that is too large smaller: the copy is what is checked then. `nil` refuses it.
    public static func check(
        _ path: String, _ shrinker: PhotoShrinker? = nil
    ) async throws -> CheckedPhoto {
        let limits: PhotoLimits = shrinker == nil ? .standard : .large
        switch try await PhotoFile.read(at: path, limits: limits, orOf: .large) {
        case .refused(let finding):
            return CheckedPhoto(
                path: path, bytes: nil, inspection: Inspection(facts: nil, findings: [finding]))
        case .bytes(let bytes):
            let photo = CheckedPhoto(
                path: path, bytes: bytes, inspection: HeaderInspector.inspect(bytes))
            guard !photo.inspection.isAccepted else { return photo }
            guard let shrinker else {
                return photo.refused(
                    photo.inspection, couldBeSmaller: PhotoShrinker.canShrink(bytes))
            }
            return switch try await shrinker.shrink(bytes) {
            case .untouched: photo
            case .refused(let inspection): photo.refused(inspection)
            case .copy(let copy): CheckedPhoto(path: path, copy: copy)
            }
        }
    }

    /// Names the photos of orders by their content, and finds their jobs in the queue; stores and queues nothing.
    ///
    /// Every photo must have been accepted.
    public func plan(_ orders: [PhotoOrder]) async throws -> [PlannedOrder] {
        var named: [(order: PhotoOrder, photo: String, side: String?)] = []
        for order in orders {
            guard let photo = try await order.photo.digest else {
                throw WorkerError.pictureWork(detail: "a refused photo was ordered")
            }
            named.append((order, photo, try await order.side?.digest))
        }
        let groups = named.map { $0.order.group(photo: $0.photo, side: $0.side) }
        // By digests alone: no photo is kept yet.
        let states = try await store.states(of: groups, isSame: PhotoOrder.isSame)
        return zip(named, states).map {
            PlannedOrder(order: $0.order, photo: $0.photo, side: $0.side, state: $1)
        }
    }

    /// A person's job of an order with a name; `nil` if the name is new.
    public func job(of person: Person, named name: String) async throws -> Job? {
        try await store.job(of: person, keys: PhotoOrder.keys(of: name))
    }

    /// Whether a job of a person's order with a name was removed.
    public func wasRemoved(of person: Person, named name: String) async throws -> Bool {
        for key in PhotoOrder.keys(of: name)
        where try await store.wasRemoved(.job, named: key, of: person) {
            return true
        }
        return false
    }

    /// Queues the jobs of planned orders, in one transaction; when this returns, jobs and photos survive a power cut.
    ///
    /// - Parameter allowance: The limits that free jobs count for; `nil` for none.
    /// - Returns: The result for each order, in order; `nil` for one whose photo has changed since it was planned, of which
    ///   nothing was queued.
    public func submit(
        _ plans: [PlannedOrder], within allowance: FreeAllowance? = nil
    ) async throws -> [GroupSubmission?] {
        var unchanged: [Int] = []
        for index in plans.indices where try await plans[index].hasItsPhoto {
            unchanged.append(index)
        }
        var outcomes = [GroupSubmission?](repeating: nil, count: plans.count)
        let submitted = try await queue(unchanged.map { plans[$0] }, within: allowance)
        for (index, submission) in zip(unchanged, submitted) { outcomes[index] = submission }
        return outcomes
    }

    private func queue(
        _ plans: [PlannedOrder], within allowance: FreeAllowance?
    ) async throws -> [GroupSubmission] {
        guard !plans.isEmpty else { return [] }
        for attempt in 1...Self.tries {
            let submit = environment.newName()
            let began = environment.now()
            // What is in the queue already needs no photo, unless it goes before this is queued.
            let wanted = plans.filter { attempt > 1 || $0.isNew }
            let kept = try await keepPhotos(of: wanted, by: submit)
            if let submitted = try await queue(
                plans, kept, by: submit, since: began, within: allowance)
            {
                CrashPoint.reach(.jobsQueued)
                if !submitted.allSatisfy(\.isQueued) { try await removeUnneeded(kept) }
                return submitted
            }
            try await removeUnneeded(kept)
            if plans.contains(where: { $0.order.photo.stored != nil }) {
                throw WorkerError.photoGone
            }
        }
        throw StorageError.unavailable(
            place: home.objects.place(of: "photos"),
            detail: "photos are removed as soon as they are stored")
    }

    /// Being too late once is bad luck; to be so again and again is another program's work, or a clock's.
    private static let tries = 3

    /// Queues the jobs; `nil` where that was too late for the photos.
    private func queue(
        _ plans: [PlannedOrder], _ kept: Set<String>, by submit: RandomName, since began: Date,
        within allowance: FreeAllowance?
    ) async throws -> [GroupSubmission]? {
        let now = environment.now()
        guard now.timeIntervalSince(began) < Self.patience else { return nil }
        return try await store.submit(
            plans.map { $0.group(by: submit) }, now: now, isSame: PhotoOrder.isSame, kept: kept,
            within: allowance)
    }

    /// Keeps the photos of orders, each once, and returns their names.
    private func keepPhotos(
        of plans: [PlannedOrder], by submit: RandomName
    ) async throws -> Set<String> {
        var kept: Set<String> = []
        for plan in plans {
            let sides = plan.order.side.flatMap { side in plan.side.map { (side, $0) } }
            for (photo, digest) in [(plan.order.photo, plan.photo), sides].compactMap(\.self) {
                guard let bytes = photo.bytes else { continue }
                let name = PhotoName.make(digest, by: submit)
                guard kept.insert(name).inserted else { continue }
                try await home.keepPhoto(bytes, as: name)
                CrashPoint.reach(.photoKept)
            }
        }
        return kept
    }

    /// Removes those of some photos that turned out to be no job's.
    private func removeUnneeded(_ kept: Set<String>) async throws {
        guard !kept.isEmpty else { return }
        _ = try await store.mark(unneeded: kept.sorted())
        do {
            try await PhotoRemoval(store: store, home: home).finish()
        } catch is StorageError {
            // What was queued is queued. Marked photos are removed by the next process.
        }
    }

    /// Seconds; half of what `prune` gives a photo that no job needs yet.
    private static let patience: TimeInterval = 43_200
}

extension NewJob {
    /// A new job for the photo of another; a headshot may get another style or provider.
    ///
    /// - Parameter quote: The new quote for its submitter; the old job's quote may be out of date.
    public init(
        repeating job: Job, style: Style? = nil, provider: ProviderKind? = nil, quote: Quote?
    ) {
        self.init(
            kind: job.kind, payload: job.payload, provider: job.provider, person: job.person,
            input: job.input.map { JobInput(photo: $0, name: job.inputName ?? "") },
            secondInput: job.secondInput, priority: job.priority, retryOf: job.id)
        // An analysis has neither a style nor another provider nor a price.
        guard job.kind == .headshot else { return }
        self.quote = quote
        if let provider { self.provider = provider.rawValue }
        var order = HeadshotOrder(payload: job.payload)
        if let style { order = HeadshotOrder(style: style, repeating: order) }
        // A model makes its own backdrop.
        if self.provider != ProviderKind.local.rawValue {
            order?.backdrop = nil
            order?.requiresBackdrop = false
        }
        if style != nil || self.provider != job.provider, let order { payload = order.payload }
    }
}

/// A photo that was checked.
public struct CheckedPhoto: Sendable {
    /// Its path.
    public let path: String
    /// Its bytes, if the file can be read.
    public let bytes: Data?
    /// Its facts and findings.
    public let inspection: Inspection
    /// The facts of the photo as it was handed in, if this is a copy that was made smaller.
    public let original: PhotoFacts?
    /// Whether it was refused for nothing but its size, and ``PhotoShrinker`` could make it smaller.
    public let couldBeSmaller: Bool
    /// Its name in the store, if it was handed in before.
    let stored: String?

    /// Describes a photo that was checked.
    public init(path: String, bytes: Data?, inspection: Inspection) {
        self.init(path: path, bytes: bytes, inspection: inspection, original: nil)
    }

    /// Describes a copy that takes the place of the photo at `path`.
    init(path: String, copy: PhotoShrinker.Copy) {
        self.init(
            path: path, bytes: copy.bytes, inspection: copy.inspection, original: copy.original)
    }

    private init(
        path: String, bytes: Data?, inspection: Inspection, original: PhotoFacts?,
        couldBeSmaller: Bool = false, stored: String? = nil
    ) {
        self.path = path
        self.bytes = bytes
        self.inspection = inspection
        self.original = original
        self.couldBeSmaller = couldBeSmaller
        self.stored = stored
    }

    /// The photo without its bytes, which may be many, and refused.
    fileprivate func refused(
        _ inspection: Inspection, couldBeSmaller: Bool = false
    ) -> CheckedPhoto {
        CheckedPhoto(
            path: path, bytes: nil, inspection: inspection, original: nil,
            couldBeSmaller: couldBeSmaller)
    }

    /// Describes the photo of a job, which may not be in the store any more.
    public init?(of job: Job) {
        guard let photo = job.input else { return nil }
        self.init(stored: photo, name: job.inputName ?? "")
    }

    /// Describes a photo that was checked when it was handed in; its jobs share its file.
    public init(stored: String, name: String) {
        self.init(
            path: name, bytes: nil, inspection: Inspection(facts: nil, findings: []),
            original: nil, stored: stored)
    }

    /// The file's name, for people.
    public var name: String { PathText.readable(PathText.name(of: path)) }

    /// An answer about the photo, with the notice first that it was made smaller.
    package func noted(in reply: PictureReply) -> PictureReply {
        guard original != nil else { return reply }
        return reply.noting(inspection.findings.filter(\.isAboutMakingSmaller))
    }

    /// The same without its bytes.
    fileprivate var withoutBytes: CheckedPhoto {
        CheckedPhoto(path: path, bytes: nil, inspection: inspection, original: original)
    }

    /// The SHA-256 of its bytes; `nil` for a photo that was refused.
    fileprivate var digest: String? {
        get async throws {
            if let stored { return PhotoName.digest(of: stored) }
            guard let bytes, inspection.isAccepted else { return nil }
            return await PhotoStore.digest(of: bytes)
        }
    }
}

/// An order, and what the queue already has of it.
public struct PlannedOrder: Sendable {
    /// The order; its photo's bytes can be dropped, and read again before it is submitted.
    public var order: PhotoOrder
    /// The SHA-256 of the photo's bytes.
    public let photo: String
    let side: String?
    /// What is in the queue already.
    public private(set) var state: GroupState

    /// The keys of its jobs, one by one.
    public var keys: [String?] { order.pieces.map { order.key(for: $0, photo: photo) } }

    /// Whether some of its jobs are not in the queue yet.
    public var isNew: Bool {
        guard case .open(let jobs) = state else { return false }
        return jobs.contains(nil)
    }

    /// The same with the headshots alone that are not in the queue yet; `nil` if all are.
    public var onlyNew: PlannedOrder? {
        guard case .open(let jobs) = state, case .headshots(var wish) = order.wish else {
            return self
        }
        wish.styles = zip(wish.styles, jobs).filter { $1 == nil }.map(\.0)
        guard !wish.styles.isEmpty else { return nil }
        var plan = self
        plan.order.wish = .headshots(wish)
        plan.state = .open(wish.styles.map { _ in nil })
        return plan
    }

    fileprivate func group(by submit: RandomName) -> JobGroup {
        order.group(
            photo: order.photo.stored ?? PhotoName.make(photo, by: submit),
            side: side.map { PhotoName.make($0, by: submit) })
    }

    /// The same without the photo's bytes.
    public var withoutBytes: PlannedOrder {
        var plan = self
        plan.order.photo = order.photo.withoutBytes
        return plan
    }

    /// Whether the order has the same bytes with which it was planned.
    fileprivate var hasItsPhoto: Bool {
        get async throws {
            try await order.photo.digest == photo
        }
    }
}

extension GroupSubmission {
    fileprivate var isQueued: Bool {
        guard case .taken(let jobs) = self else { return false }
        return jobs.allSatisfy { if case .queued = $0 { true } else { false } }
    }
}
