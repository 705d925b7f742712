import Companion
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import ObjectStore
import Setup

/// What a request may use that all requests share: open connections, photos on their way, the disk, and free work.
///
/// Nothing here depends on who a person is, only on how much is used at once or was used today.
struct Doors: Sendable {
    let session: Session
    /// Streams, and answers that wait: each keeps a connection.
    let open = FairSlots(Self.mostOpen, ofPerson: Self.mostOfPerson)
    /// Photos that arrive or are looked at; each may take two minutes.
    private let arrivals = FairSlots(Self.mostArrivals, ofPerson: Self.mostOfPerson)
    /// Photos on their way that may have to be made smaller.
    private let largeArrivals = FairSlots(Self.mostLarge, ofPerson: 2, guaranteed: 1)
    /// Frames of a camera that are looked at for a page.
    let frames = FairSlots(Self.mostFrames, ofPerson: 1)
    /// Archives, which read the disk or the store as fast as their clients take them.
    let archives = FairSlots(Self.mostArchives, ofPerson: 1, guaranteed: 1)

    init(session: Session) {
        self.session = session
    }

    /// Takes the slot of a photo that a person hands in, if there is room for it on the disk and in the day.
    ///
    /// - Parameter work: What the photo counts for; `nil` if that is not known yet.
    func arrival(
        _ work: FreeWork?, of person: Person, in record: SpaceRecord
    ) async throws -> FairSlot {
        let slot = try slot(arrivals, for: person, in: record.space)
        let folder = session.home.root
        let free = await BlockingFiles.run { FreeSpace.bytes(at: folder) }
        guard free ?? 0 >= Self.leastRoom else { throw Refusal.disk }
        if let work { try await requireRoom(for: work, of: person, in: record) }
        return slot
    }

    /// Takes the slot of photos that may have to be made smaller, if there is room for them on the disk; `nil` for a body that has
    /// no such photo.
    func largeArrival(
        _ body: PhotoBody, of person: Person, in record: SpaceRecord
    ) async throws -> FairSlot? {
        try await body.mayBeLarge ? largeArrival(of: person, in: record) : nil
    }

    /// Takes the slot of a photo that may have to be made smaller.
    func largeArrival(of person: Person, in record: SpaceRecord) async throws -> FairSlot {
        let slot = try slot(largeArrivals, for: person, in: record.space)
        let folder = session.home.root
        let free = await BlockingFiles.run { FreeSpace.bytes(at: folder) }
        guard free ?? 0 >= Self.leastRoom + Self.mostLarge * PhotoBody.mostBytes else {
            throw Refusal.disk
        }
        return slot
    }

    /// Throws if the person, or the space, has used up a day's free work.
    func requireRoom(
        for work: FreeWork, of person: Person, in record: SpaceRecord
    ) async throws {
        try await session.store.requireRoom(for: work, of: person, within: allowance(in: record))
    }

    func allowance(in record: SpaceRecord) async throws -> FreeAllowance {
        FreeAllowance(
            record.settings.limits, provider: ProviderKind.local.rawValue,
            cap: try await session.keptLimits,
            now: session.configuration.environment.now)
    }

    /// Looks at a photo; one that is refused is work, too, and counts.
    func counting<Value>(
        _ work: FreeWork, of person: Person, in record: SpaceRecord,
        _ look: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await look()
        } catch let refusal as Refusal where refusal.code == .photoRefused {
            try await session.store.count(work, of: person, within: allowance(in: record))
            throw refusal
        }
    }

    /// Keeps what a person writes.
    ///
    /// - Returns: `nil` if a limit of free work forbids it, and the person may be in danger: a person in danger is never turned
    ///   away, and what is not kept is answered.
    func keeping<Value: Sendable>(
        isInDanger: Bool, _ keep: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await keep()
        } catch let error as JobQueueError {
            if isInDanger, case .limitReached = error { return nil }
            throw error
        }
    }

    func slot(
        _ slots: FairSlots, for person: Person?, in space: Space
    ) throws(Refusal) -> FairSlot {
        try slots.slot(for: person, in: space) {
            session.configuration.environment.worker().chance()
        }
    }

    /// The other connections are for those who only ask.
    private static let mostOpen = 128
    private static let mostArrivals = 128
    /// Each may put 200 MB on the disk.
    private static let mostLarge = 8
    /// As many as photos may wait for a look; half of them for a space that is alone.
    private static let mostFrames = 40
    /// Two for a space that is alone.
    private static let mostArchives = 4
    /// More than the screens of a phone and of a desk need; an order of all styles may wait for each of its jobs.
    private static let mostOfPerson = 8
    /// In bytes: photos are refused before the disk is at what a worker needs to save an answer that was paid.
    private static let leastRoom = 4 * 64_000_000
}
