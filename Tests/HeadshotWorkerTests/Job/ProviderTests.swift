import Foundation
import Generation
import Ground
import HeadshotCLI
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// A job is made by its own provider.
@Suite(.timeLimit(.minutes(10)))
struct ProviderTests {
    @Test func `a job is asked of its own provider, and of the model that was named for it`()
        async throws
    {
        try await TestHome.withEmulator { test, first in
            try await EmulatorProcess.with { second in
                let runner = test.runner(
                    asking: [try Self.gemini(first), try Self.openai(second)],
                    models: ["gemini": testModel, "openai": "gpt-image-2"])
                let job = try await test.job(test.submitOne())
                let other = try await test.submit(like: job, provider: "openai")
                for provider in ["gemini", "openai"] {
                    try await runner.run(test.claim(of: provider))
                }
                for (id, emulator, model) in [
                    (job.id, first, testModel), (other, second, "gpt-image-2"),
                ] {
                    #expect(try await test.job(id).state == .succeeded)
                    let entries = try await emulator.ledger()
                    #expect(entries.map(\.model) == [model])
                    #expect(entries.first?.requestID?.hasPrefix("\(id)") == true)
                }
            }
        }
    }

    @Test func `a job of a provider that a worker does not have goes back uncharged`() async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let runner = test.runner(asking: [try Self.gemini(emulator)], models: [:])
            let job = try await test.job(test.submitOne())
            let other = try await test.submit(like: job, provider: "other")
            await #expect(throws: WorkerError.noProvider(name: "other")) {
                try await runner.run(test.claim(of: "other"))
            }
            #expect(try await test.job(other).state == .waiting)
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    @Test func `a request whose pass is over is not sent, and costs nothing`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: WorkerID(freshName()))
            let provider = try Self.gemini(emulator)
            let runner = test.runner(asking: [provider], models: ["gemini": testModel])
            let late = ChargedRequest(
                request: ModelRequest(
                    id: "\(id)-\(charge.id)", model: testModel, parts: [.text("A headshot.")],
                    wants: .picture(.portrait)),
                charge: charge, deadline: .now)
            #expect(try await runner.generate(late, with: provider, for: claim)?.entry == nil)
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await test.charges(of: id).map(\.state) == [.free])
            #expect(try await test.job(id).waitReason == .interrupted)
            #expect(try await test.job(id).attempts == 0)
        }
    }

    private static func openai(_ emulator: EmulatorProcess) throws -> ServiceProvider {
        try ServiceProvider.openai(
            ServiceConfiguration(
                apiKey: APIKey(Secret("test-key")), baseURL: BaseURL("\(emulator.baseURL)/v1")))
    }

    static func gemini(_ emulator: EmulatorProcess) throws -> ServiceProvider {
        try ServiceProvider.gemini(
            ServiceConfiguration(
                apiKey: APIKey(Secret("test-key")), baseURL: BaseURL(emulator.baseURL)))
    }
}

extension TestHome {
    func runner(
        asking providers: [ServiceProvider], models: [String: String], spool: Spool? = nil
    ) -> JobRunner {
        let decoders = DecoderPool.built
        let settings = WorkerSettings(
            concurrency: 1, cap: DailyCap(timeZone: .gmt), models: models, results: results)
        return JobRunner(
            bench: Workbench(
                store: store, home: home, decoders: decoders,
                prompts: prompts, words: words, preparer: Preparer(decoders: decoders),
                progress: ProgressBoard(),
                settings: settings,
                environment: environment, analysisFiles: .asAnalyzed),
            spool: spool ?? Spool(home: home),
            results: ResultStore(at: results, of: home),
            ledger: store.ledger(in: home),
            providers: Dictionary(uniqueKeysWithValues: providers.map { ($0.name, $0) }),
            lanes: Lane.all(of: providers, settings, decoders: 1))
    }

    /// Submits what a job orders once more, of another provider.
    fileprivate func submit(like job: Job, provider: String) async throws -> JobID {
        let input = JobInput(photo: try #require(job.input), name: "me.jpg")
        let other = NewJob(
            kind: job.kind, payload: job.payload, provider: provider, person: job.person,
            input: input)
        return try #require(await store.submit([other], now: clock.now).first).id
    }

    func claim(of provider: String) async throws -> Claim {
        let result = try await store.claim(
            for: WorkerID(freshName()), token: freshName().rawValue,
            providers: [PaidProvider(name: provider)], now: clock.now
        )
        guard case .claimed(let claim) = result else {
            throw WorkerError.noProvider(name: provider)
        }
        return claim
    }
}
