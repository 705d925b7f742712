import Foundation
import GRDB
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import Invites
@testable import JobQueue

/// A queue at a time that stands still: in a file of a temporary folder, or on a server.
struct TestQueue: Sendable {
    let folder: String
    /// Where the server is; `nil` for a file.
    let place: PostgresPlace?
    /// The schema of its tables there.
    let schema: String?
    let store: JobStore

    /// Names a queue in a file.
    init(folder: String, store: JobStore) {
        self.folder = folder
        place = nil
        schema = nil
        self.store = store
    }

    /// Opens a queue on a server.
    ///
    /// - Parameter patience: How long a call waits; by default, what a call needs that waits for fifty others on a busy machine.
    init(
        _ place: PostgresPlace, folder: String, schema: String, patience: Duration = .seconds(60)
    ) throws {
        self.folder = folder
        self.place = place
        self.schema = schema
        store = try JobStore(
            place, folder: folder, patience: patience, records: [.days, .invites])
    }

    /// Saturday, 21 November 2026, 9:00 in UTC.
    static let now = Date(timeIntervalSince1970: 1_795_251_600)
    static let utc = TimeZone.gmt
    static let photo = String(repeating: "a", count: 64)
    static let draft = ChargeDraft(
        provider: "gemini", model: "image-1", estimate: 39_000, bound: 39_000,
        prompt: "A headshot.",
        promptVersion: "v1")

    var now: Date { Self.now }
    var path: String { "\(folder)/queue.sqlite" }

    /// Gives a fresh queue of each engine to a body, which expects the same of all.
    static func with(_ body: (TestQueue) async throws -> Void) async throws {
        try await inFile(body)
        if PostgresServer.isNeeded { try await onServer(body) }
    }

    /// Gives a queue in a file to a body that is about the file.
    static func inFile(_ body: (TestQueue) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let queue = TestQueue(
                folder: folder, store: try JobStore(folder: folder, records: [.days, .invites]))
            try await queue.store.keepLimits(orElse: .ten)
            try await body(queue)
            try queue.store.close()
        }
    }

    /// Gives a queue on a server to a body that is about the server.
    ///
    /// - Parameter changesTables: Whether the body changes the tables themselves.
    static func onServer(
        changesTables: Bool = false, _ body: (TestQueue) async throws -> Void
    ) async throws {
        let schema = try ReadySchema.take()
        var isReady = !changesTables
        try await withTemporaryFolder { folder in
            let queue = try TestQueue(schema.place, folder: folder, schema: schema.name)
            do {
                try await queue.store.keepLimits(orElse: .ten)
                try await body(queue)
            } catch {
                isReady = false
                Issue.record("with PostgreSQL: \(error)")
            }
            try queue.store.close()
        }
        if isReady { try schema.giveBack() } else { try schema.drop() }
    }

    /// Opens the queue once more, as another process does; the caller closes it.
    func another() throws -> TestQueue {
        guard let place, let schema else {
            return TestQueue(
                folder: folder, store: try JobStore(folder: folder, records: [.days, .invites]))
        }
        return try TestQueue(place, folder: folder, schema: schema)
    }

    /// Opens the queue once more, over a proxy before its server; the caller closes it.
    func through(
        _ proxy: LoopbackProxy, patience: Duration = .seconds(60)
    ) throws -> TestQueue {
        let schema = try #require(schema)
        return try TestQueue(
            place(through: proxy), folder: folder, schema: schema, patience: patience)
    }

    /// The way to the queue over a proxy.
    func place(through proxy: LoopbackProxy) throws -> PostgresPlace {
        let schema = try #require(schema)
        return try PostgresPlace(
            url: SharedPostgres.server.get().url(schema: schema, through: proxy.host))
    }

    /// A connection to the server, as a stranger has it.
    func link() throws -> PostgresLink { try PostgresLink.open(#require(place)) }

    /// Queues one job, due at `now` unless said otherwise.
    @discardableResult
    func submit(
        _ person: Person = .anna, key: String? = nil, priority: Int = 0, notBefore: Date? = nil,
        photo: String = photo, provider: String = "gemini", payload: String = "{}",
        at moment: Date = now
    ) async throws -> JobID {
        var job = NewJob.some(
            person, key: key, priority: priority, notBefore: notBefore, photo: photo,
            provider: provider)
        job.payload = payload
        return try #require(await store.submit([job], now: moment).first).id
    }

    /// Adds the space `app`, which keeps no photo for longer than a job needs it, with one person.
    func addSpaceWithoutPhotos() async throws {
        var settings = SpaceSettings(provider: "gemini")
        settings.keepsPhotos = false
        #expect(try await store.add(Person.annaOfApp.space, settings, now: now))
        try await admit(.annaOfApp)
    }

    /// Lets a space know a person.
    func admit(_ person: Person) async throws {
        let admission = try await store.admit(person, most: .max, now: now)
        #expect(admission == .admitted)
    }

    func claim(
        _ worker: WorkerID = .first, providers: [PaidProvider] = [.gemini],
        freeProvider: String? = nil, lastServed: [String: Space] = [:], cap: DailyCap? = nil,
        isAhead: Bool = false, at moment: Date = now
    ) async throws -> ClaimResult {
        if let cap { try await store.setLimits(cap, now: moment) }
        return try await store.claim(
            for: worker, token: UUID().uuidString, providers: providers,
            freeProvider: freeProvider, lastServed: lastServed, isAhead: isAhead, now: moment)
    }

    /// Claims a job that must be there.
    @discardableResult
    func take(
        _ worker: WorkerID = .first, cap: DailyCap? = nil, at moment: Date = now,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Claim {
        let claim = try await claim(worker, cap: cap, at: moment).claim
        return try #require(claim, sourceLocation: sourceLocation)
    }

    /// Lets a worker die over the only job, whenever that is due.
    func die() async throws {
        let worker = WorkerID.fresh()
        try await take(worker, at: .distantFuture)
        _ = try await store.recover(from: [worker], spooled: [], now: now)
    }

    func startCharge(
        _ claim: Claim, _ draft: ChargeDraft = draft, cap: DailyCap? = nil, at moment: Date = now
    ) async throws -> ChargeStart {
        if let cap { try await store.setLimits(cap, now: moment) }
        return try await store.startCharge(for: claim, draft, now: moment)
    }

    /// Writes a charge that nothing must stand in the way of.
    @discardableResult
    func charge(
        _ claim: Claim, _ draft: ChargeDraft = draft, cap: DailyCap? = nil, at moment: Date = now,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Charge {
        let charge = try await startCharge(claim, draft, cap: cap, at: moment).charge
        return try #require(charge, sourceLocation: sourceLocation)
    }

    /// Claims, charges and settles one job; the gate hears of it.
    @discardableResult
    func run(
        to end: JobEnd, _ state: ChargeState = .paid, cost: Int? = nil, gate: GateChange? = nil,
        worker: WorkerID = .first, at moment: Date = now
    ) async throws -> JobID {
        let claim = try await take(worker, at: moment)
        let charge = try await charge(claim, at: moment)
        let settlement = Settlement(
            job: end, charge: ChargeEnd(id: charge.id, state: state, cost: cost), gate: gate)
        try await store.settle(claim, settlement, now: moment)
        return claim.job.id
    }

    func job(_ id: JobID) async throws -> Job {
        try #require(await store.job(id)).job
    }

    /// All jobs of a person, the oldest first.
    func jobs(of person: Person) async throws -> [JobID] {
        try await store.jobs(JobFilter(person: person), limit: .max).map(\.id).sorted()
    }

    /// The job that was submitted last.
    func newest() async throws -> JobID {
        try #require(await store.jobs(JobFilter(), limit: 1).first).id
    }

    func charges(_ id: JobID) async throws -> [ChargeState] {
        try #require(await store.job(id)).charges.map(\.state)
    }

    func gate() async throws -> Gate {
        // Of the gates that were closed, the one of the model comes last.
        try #require(await store.gates().last)
    }

    /// Expects these states in the payments journal, in order; that of a server is not written here.
    func expectJournal(
        _ states: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if place == nil { #expect(try journal() == states, sourceLocation: sourceLocation) }
    }

    private func journal() throws -> [String] {
        let text = try String(contentsOfFile: "\(folder)/payments.jsonl", encoding: .utf8)
        return try text.split(separator: "\n").dropFirst().map { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require((fields as? [String: Any])?["state"] as? String)
        }
    }

    /// Makes the log longer than the store lets it become.
    func lengthenLog() throws {
        try sql { db in
            try db.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = 0;
                    CREATE TABLE filler (bytes BLOB);
                    INSERT INTO filler VALUES (zeroblob(9000000))
                    """)
        }
    }

    /// Speaks SQL to the file as a stranger would.
    func sql<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let stranger = try DatabaseQueue(path: path)
        defer { try? stranger.close() }
        return try stranger.inDatabase(body)
    }
}

extension NewJob {
    static func some(
        _ person: Person = .anna, key: String? = nil, priority: Int = 0, notBefore: Date? = nil,
        photo: String = TestQueue.photo, provider: String = "gemini"
    ) -> NewJob {
        NewJob(
            kind: .portrait, payload: "{}", provider: provider, person: person, key: key,
            input: JobInput(photo: photo, name: "me.jpg"), priority: priority,
            notBefore: notBefore)
    }
}

extension JobKind {
    static let portrait = JobKind(rawValue: "portrait")
    static let letter = JobKind(rawValue: "letter")
}

extension PaidProvider {
    static let gemini = PaidProvider(
        name: TestQueue.draft.provider, model: TestQueue.draft.model)
}

extension JobID {
    /// A name that no job has.
    static let strange = JobID(at: .distantPast)
}

extension Person {
    static let anna = known("anna")
    static let bert = known("bert")
    /// Another person of the same id, in the space of an app.
    static let annaOfApp = known("anna", in: Space("app"))

    static func known(_ text: String, in space: Space? = .commandLine) -> Person {
        guard let space, let person = Person(text, in: space) else {
            preconditionFailure("\(text) is no person")
        }
        return person
    }
}

extension WorkerID {
    static let first = fresh()
    static let second = fresh()

    static func fresh() -> WorkerID {
        var generator = SystemRandomNumberGenerator()
        return WorkerID(RandomName(using: &generator))
    }
}

extension JobStore {
    /// Gives the queue limits, as an operator does.
    func setLimits(_ cap: DailyCap, now: Date) throws {
        try changeLimits(orElse: cap, now: now) { $0 = cap }
    }
}

extension DailyCap {
    static let ten = DailyCap(timeZone: TestQueue.utc)
    static let one = DailyCap(charges: 1, timeZone: TestQueue.utc)
}

extension JobStore {
    /// Adds a space; returns whether it is new.
    func add(_ space: Space, _ settings: SpaceSettings, now: Date) throws -> Bool {
        try create(space, settings, now: now) != nil
    }
}

extension ClaimResult {
    /// The claim, if there is one.
    var claim: Claim? {
        if case .claimed(let claim) = self { claim } else { nil }
    }

    var isHeld: Bool {
        if case .held = self { true } else { false }
    }
}

extension ChargeStart {
    /// The charge, if the request may be sent.
    var charge: Charge? {
        if case .started(let charge) = self { charge } else { nil }
    }

    static let cancelled = ChargeStart.left(.cancelled)
    static func capReached(until next: Date) -> ChargeStart {
        .left(.unsent(.dailyCap, due: next))
    }
    static func budgetReached(until next: Date) -> ChargeStart {
        .left(.unsent(.budget, due: next))
    }
    static func held(_ reason: WaitReason) -> ChargeStart { .left(.unsent(reason)) }
    static func gaveUp(_ reason: CancellationReason) -> ChargeStart { .left(.gaveUp(reason)) }
}

extension JobStore {
    /// How many of a person's jobs wait, by reason.
    nonisolated func waiting(of person: Person) async throws -> [WaitReason: Int] {
        let jobs = try await jobs(JobFilter(states: [.waiting], person: person), limit: 1000)
        return Dictionary(grouping: jobs.compactMap(\.waitReason)) { $0 }.mapValues(\.count)
    }
}

extension JobEnd {
    static let done = JobEnd.succeeded(outcome: "{}", result: SavedResult.sample)
    static let waitsForGate = JobEnd.waits(.cooldown, due: nil, countsAttempt: false)
}

extension SavedResult {
    static let sample = SavedResult(
        ending: "one.png", digest: String(repeating: "0f", count: 32))
}
