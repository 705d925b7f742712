import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// A person cancels a job, or the worker is aborted, at each point of a job's way.
@Suite(.timeLimit(.minutes(10)))
struct CancelTests {
    /// Who ends the job.
    enum Hand: Sendable, CaseIterable {
        case person
        case abort
    }

    @Test(arguments: [
        (Hand.person, JobState.cancelled, "cancelled"), (.abort, .waiting, "interrupted"),
    ])
    func `before the charge nothing was sent and nothing is owed`(
        hand: Hand, state: JobState, reason: String
    ) async throws {
        let server = try ScriptedServer()
        try await TestHome.with { test in
            let id = try await test.submitOne()
            // The worker cannot read the photo before it was told.
            let photos = test.home.photos
            let photo = try #require(test.files(in: photos).first)
            var lease: FileLease? = try FileLease("\(photos)/\(photo)")
            try await test.working(asking: server.url) { abort in
                try await test.events.wait(where: \.isClaimed)
                try await end(id, by: hand, test, abort)
                if hand == .abort { try await test.events.wait(where: \.isStopping) }
                lease.take()?.release()
            }
            let job = try await test.job(id)
            #expect(job.state == state)
            #expect(job.reason == reason)
            #expect(job.attempts == (hand == .person ? 1 : 0))
            #expect(try await test.charges(of: id).isEmpty)
            #expect(server.log.isEmpty)
        }
    }

    @Test(arguments: Hand.allCases)
    func `while the request is on its way its outcome is unknown`(hand: Hand) async throws {
        let server = try ScriptedServer([.read(1), .awaitClose])
        try await TestHome.with { test in
            let id = try await test.submitOne()
            try await test.working(asking: server.url) { abort in
                try await server.wait(forSteps: 1)
                try await end(id, by: hand, test, abort)
                // The transfer is aborted at once, and not at its deadline.
                try await server.wait(forSteps: 2)
            }
            try await expectUncertain(id, test)
        }
    }

    @Test(arguments: Hand.allCases)
    func `while the model works the outcome is unknown`(hand: Hand) async throws {
        let scenario = #"{"rules":[{"answer":"hold"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            try await test.working(asking: emulator.baseURL) { abort in
                try await emulator.waitForRequests(atLeast: 1)
                try await end(id, by: hand, test, abort)
            }
            try await expectUncertain(id, test)
            // Nor is it asked again by the next worker.
            try await emulator.setScenario(#"{"rules":[]}"#)
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `what is paid is saved, even by a worker that is aborted`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            let abort = Abort()
            var environment = test.environment
            // The time is asked for in each step; in the first one after the answer is spooled, the abort comes.
            environment.now = {
                // Whole answers only: before each charge, a probe shows that the spool takes files.
                let names = test.files(in: test.home.spool)
                if names.contains(where: { $0.hasSuffix(".answer") }) { abort() }
                return test.clock.now
            }
            let worker = try test.worker(asking: emulator.baseURL, environment: environment)
            try await test.working(worker, abort: abort) {}
            #expect(worker.summary == WorkSummary(jobs: [.succeeded: 1], ending: .stopped))
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }

    @Test func `one job is cancelled without the others`() async throws {
        let scenario = #"{"rules":[{"answer":"hold"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let jobs = try await test.submitSeveral(2)
            try await test.working(asking: emulator.baseURL) { _ in
                try await emulator.waitForRequests(atLeast: 2)
                #expect(try await test.store.cancel(jobs[0], now: test.clock.now) == .requested)
                try await test.events.wait { $0.left(in: .uncertain) }
                try await emulator.release()
            }
            #expect(try await test.job(jobs[0]).state == .uncertain)
            #expect(try await test.job(jobs[1]).state == .succeeded)
        }
    }

    private func end(
        _ id: JobID, by hand: Hand, _ test: TestHome, _ abort: Abort
    ) async throws {
        switch hand {
        case .person: #expect(try await test.store.cancel(id, now: test.clock.now) == .requested)
        case .abort: abort()
        }
    }

    private func expectUncertain(_ id: JobID, _ test: TestHome) async throws {
        let job = try await test.job(id)
        #expect(job.state == .uncertain)
        #expect(job.reason == "cancelled")
        #expect(try await test.charges(of: id).map(\.state) == [.unknown])
    }
}
