import Companion
import Foundation
import Generation
import Ground
import HeadshotCLI
import HeadshotWorker
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

/// A home in a temporary folder, with everything that a worker takes from outside in the test's hand.
struct TestHome: Sendable {
    let home: HeadshotHome
    let store: JobStore
    let prompts: PromptComposer
    let words: WordsPrompts
    let results: String
    let clock = ManualClock()
    let events = EventLog()

    /// Makes a home for as long as `body` runs.
    @discardableResult
    static func with<Result>(
        in place: TestStore = .folder, _ body: (TestHome) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
            try await place.withHome("\(folder)/home") { home in
                try await with(
                    home, results: home.keepsFiles ? "\(folder)/results" : home.results, body)
            }
        }
    }

    /// Opens the queue of a home for as long as `body` runs, or closes an open one then.
    static func with<Result>(
        _ home: HeadshotHome, results: String, queue: JobStore? = nil,
        _ body: (TestHome) async throws -> Result
    ) async throws -> Result {
        let store = try queue ?? JobStore(folder: home.root, records: [.days])
        let test = TestHome(
            home: home, store: store, prompts: try PromptComposer(folder: shippedPrompts),
            words: try WordsPrompts(folder: shippedPrompts), results: results)
        do {
            try await store.keepLimits(orElse: DailyCap(timeZone: .gmt))
            let result = try await body(test)
            try store.close()
            return result
        } catch {
            try? store.close()
            throw error
        }
    }

    /// Makes a home and starts an emulator for as long as `body` runs.
    @discardableResult
    static func withEmulator<Result>(
        scenario: String? = nil, in place: TestStore = .folder,
        _ body: (TestHome, EmulatorProcess) async throws -> Result
    ) async throws -> Result {
        try await with(in: place) { test in
            try await EmulatorProcess.with(scenario: scenario) { emulator in
                try await body(test, emulator)
            }
        }
    }

    /// What the worker takes from outside; only its pauses are real, and nothing waits for them.
    var environment: WorkerEnvironment {
        WorkerEnvironment(
            now: { [clock] in clock.now },
            instant: { .now },
            pause: { try await Task.sleep(for: $0) },
            newName: { freshName() },
            chance: { 0 },
            report: { [events] in events.add($0) })
    }

    /// A worker that asks a service at an address; without one, it has no key either.
    func worker(
        asking url: String?, rule: StopRule = .drain, concurrency: Int = 4, cap: Int = 10,
        model: String? = testModel,
        maxAttempts: Int = WorkerSettings.standardAttempts,
        timeout: Duration = .seconds(30),
        environment: WorkerEnvironment? = nil, decoders: DecoderPool = .built
    ) throws -> Worker {
        let provider = try url.map { url in
            try ServiceProvider.gemini(
                ServiceConfiguration(
                    apiKey: APIKey(Secret("test-key")), baseURL: BaseURL(url), timeout: timeout))
        }
        return try Worker(
            store: store, home: home, decoders: decoders, prompts: prompts,
            words: words, analysisFiles: .asAnalyzed, providers: provider.map { [$0] } ?? [],
            settings: WorkerSettings(
                concurrency: concurrency, cap: DailyCap(charges: cap, timeZone: .gmt),
                models: model.map { [ProviderKind.gemini.rawValue: $0] } ?? [:],
                maxAttempts: maxAttempts, results: results),
            rule: rule, environment: environment ?? self.environment)
    }

    /// Changes the limits, as an operator does.
    func limit(to charges: Int = 10, spend: Int? = nil) async throws {
        let limits = DailyCap(charges: charges, spend: spend, timeZone: .gmt)
        try await store.changeLimits(orElse: limits, now: clock.now) { $0 = limits }
    }

    /// Works until nothing is left to claim.
    func drain(
        asking url: String?, cap: Int = 10, model: String? = testModel,
        timeout: Duration = .seconds(30), decoders: DecoderPool = .built
    ) async throws -> WorkSummary {
        let worker = try worker(
            asking: url, cap: cap, model: model, timeout: timeout, decoders: decoders)
        try await limit(to: cap)
        try await worker.run()
        return worker.summary
    }
}

extension TestHome {
    static let person = Person("person-7f3a")

    /// Hands a photo in as a submitter does, and gives its jobs.
    ///
    /// Forced unless said otherwise: most tests are not about faces, and their photos have none.
    @discardableResult
    func submit(
        _ photo: Data? = nil, styles: [Style] = [.init(angle: .front, background: .professional)],
        isForced: Bool = true, provider: ProviderKind = .gemini, backdrop: Backdrop? = nil,
        person: Person? = TestHome.person, key: OrderKey? = nil, notBefore: Date? = nil,
        quote: Quote? = nil
    ) async throws -> [JobID] {
        let path = "\(home.root)/handed-in.jpg"
        try (photo ?? PhotoFixture.landscape()).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let order = PhotoOrder(
            photo: try await Submitter.check(path),
            wish: .headshots(
                HeadshotWish(
                    styles: styles, isForced: isForced, provider: provider, backdrop: backdrop)),
            person: try #require(person), key: key, notBefore: notBefore, quote: quote)
        guard order.photo.inspection.isAccepted else { return [] }
        let submitter = Submitter(store: store, home: home, environment: environment)
        guard
            case .taken(let jobs)? = try await submitter.submit(submitter.plan([order])).first
                ?? nil
        else { return [] }
        return jobs.map(\.id)
    }

    /// Hands one photo in for one headshot.
    func submitOne(_ photo: Data? = nil) async throws -> JobID {
        try #require(try await submit(photo).first)
    }

    /// Hands photos in, each for one headshot.
    func submitSeveral(_ count: Int) async throws -> [JobID] {
        var jobs: [JobID] = []
        for seed in 0..<count {
            jobs.append(try await submitOne(PhotoFixture.landscape(seed: seed)))
        }
        return jobs
    }

    /// The place of headshots.
    var resultStore: ResultStore { ResultStore(at: results, of: home) }

    /// Where the file of a job should be.
    func result(of id: JobID) async throws -> String? {
        try await job(id).result.map { "\(results)/\($0)" }
    }

    func job(_ id: JobID) async throws -> Job {
        try #require(try await store.job(id)).job
    }

    func charges(of id: JobID) async throws -> [Charge] {
        try #require(try await store.job(id)).charges
    }

    /// The gate, if it was ever closed.
    func gate() async throws -> Gate? {
        try await store.gates().first
    }

    /// The names of the files in a folder, hidden ones too.
    func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}

extension StopRule {
    /// Takes what is due, and ends.
    static let drain = StopRule.whenDone(maxJobs: nil, maxTime: nil, waits: false)
    /// Takes what is due and what will be, and ends.
    static let drainAll = StopRule.whenDone(maxJobs: nil, maxTime: nil, waits: true)
}

/// The model that tests name unless they are about its choice.
let testModel = "gemini-2.5-flash-image"

/// A name that no test has given before.
func freshName() -> RandomName {
    var generator = SystemRandomNumberGenerator()
    return RandomName(using: &generator)
}

/// The name of a job that is in no queue.
func freshID() -> JobID {
    guard let id = JobID(rawValue: Int64.random(in: 0..<1 << 50)) else { fatalError("no job id") }
    return id
}

extension TestHome {
    /// The name of the photo that a job has.
    func input(of id: JobID) async throws -> String { try #require(await job(id).input) }
}

/// The prompts of the repository.
let shippedPrompts = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "prompts").path(percentEncoded: false)
