import Foundation
import Generation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// What happens between a worker's look and its act: what counts is how things are when a request is about to be sent.
@Suite(.timeLimit(.minutes(10)))
struct BetweenTests {
    /// What changes after a job was claimed and before its request.
    enum Change: String, CaseIterable, Sendable {
        case gateIsHalted, gateCoolsDown, personCancels, budgetIsSpent

        /// Why the job waits then; nil for one that has ended.
        var reason: WaitReason? {
            switch self {
            case .gateIsHalted: .providerHalted
            case .gateCoolsDown: .cooldown
            case .budgetIsSpent: .budget
            case .personCancels: nil
            }
        }

        func happen(to claim: Claim, beside other: Claim, _ test: TestHome) async throws {
            let now = test.clock.now
            func close(_ gate: GateChange) async throws {
                try await test.store.settle(
                    other,
                    Settlement(
                        job: .waits(.cooldown, due: nil, countsAttempt: false), gate: gate),
                    now: now)
            }
            switch self {
            case .gateIsHalted: try await close(.halt(reason: .keyInvalid, detail: nil))
            case .gateCoolsDown:
                try await close(
                    .cooldown(until: now + 600, reason: .quotaPerMinute, detail: nil))
            case .personCancels:
                #expect(try await test.store.cancel(claim.job.id, now: now) == .requested)
            case .budgetIsSpent: try await test.limit(spend: 1)
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `what changes between a claim and its charge keeps the request from being sent`(
        change: Change
    ) async throws {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.submitSeveral(2)
            let runner = test.runner(
                asking: [try ProviderTests.gemini(emulator)], models: ["gemini": testModel])
            let claim = try await test.claim(of: "gemini")
            try await change.happen(to: claim, beside: test.claim(of: "gemini"), test)
            try await runner.run(claim)
            let job = try await test.job(claim.job.id)
            #expect(job.state == (change.reason == nil ? .cancelled : .waiting))
            #expect(job.waitReason == change.reason)
            #expect(try await test.charges(of: job.id).isEmpty)
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    @Test func `a worker whose time ends before a job has its place does not send it`() async throws
    {
        let clock = ManualClock()
        let places = SendingSlots(1)
        places.close(at: clock.now + 1)
        #expect(try await places.sending(now: { clock.now }) { true } == true)
        clock.advance(by: 1)
        #expect(try await places.sending(now: { clock.now }) { true } == nil)
    }

    @Test(arguments: CancelTests.Hand.allCases)
    func `what is stopped between its charge and its request is not sent, and is free`(
        hand: CancelTests.Hand
    ) async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: WorkerID(freshName()))
            let provider = try ProviderTests.gemini(emulator)
            let runner = test.runner(asking: [provider], models: ["gemini": testModel])
            let charged = ChargedRequest(
                request: ModelRequest(
                    id: "\(id)-\(charge.id)", model: testModel, parts: [.text("A headshot.")],
                    wants: .picture(.portrait)),
                charge: charge, deadline: .now + .seconds(60))
            if hand == .person {
                #expect(try await test.store.cancel(id, now: test.clock.now) == .requested)
            }
            // A worker ends the task of a job that is cancelled, whoever cancels it.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    let generated = try await runner.generate(
                        charged, with: provider, for: claim)
                    #expect(generated?.entry == nil)
                }
                try await group.waitForAll()
            }
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await test.charges(of: id).map(\.state) == [.free])
            let job = try await test.job(id)
            #expect(job.state == (hand == .person ? .cancelled : .waiting))
            #expect(job.waitReason == (hand == .person ? nil : .interrupted))
            // A stop says nothing about the provider.
            #expect(try await test.gate() == nil)
        }
    }
}
