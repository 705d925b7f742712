import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// When a drain ends.
@Suite(.timeLimit(.minutes(10)))
struct DrainTests {
    @Test func `an empty queue is done at once`() async throws {
        let server = try ScriptedServer()
        try await TestHome.with { test in
            let summary = try await test.drain(asking: server.url)
            #expect(summary == WorkSummary(jobs: [:], ending: .done))
            #expect(server.log.isEmpty)
        }
    }

    @Test func `a drain takes no more jobs than it was told to`() async throws {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.submitSeveral(3)
            let rule = StopRule.whenDone(maxJobs: 2, maxTime: nil, waits: false)
            let summary = try await test.working(asking: emulator.baseURL, rule: rule) { _ in }
            #expect(summary == WorkSummary(jobs: [.succeeded: 2], ending: .limit))
            #expect(try await test.store.counts() == [.succeeded: 2, .waiting: 1])
        }
    }

    @Test func `after its time a drain lets requests end and sends no more`() async throws {
        let scenario = #"{"rules":[{"answer":"hold"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            _ = try await test.submitSeveral(2)
            let rule = StopRule.whenDone(maxJobs: nil, maxTime: .seconds(60), waits: false)
            let url = emulator.baseURL
            let summary = try await test.working(asking: url, rule: rule, concurrency: 1) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                test.clock.advance(by: 60)
                try await emulator.release()
            }
            #expect(summary == WorkSummary(jobs: [.succeeded: 1, .waiting: 1], ending: .limit))
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a job that is due later is left, or waited for if so told`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let url = emulator.baseURL
            try await test.submit(notBefore: test.clock.now + 600)
            let left = try await test.drain(asking: url)
            #expect(left == WorkSummary(jobs: [:], ending: .done))
            let waited = try await test.working(asking: url, rule: .drainAll) { _ in
                try await test.events.wait(for: 2, where: \.isStarted)
                test.clock.advance(by: 600)
            }
            #expect(waited == WorkSummary(jobs: [.succeeded: 1], ending: .done))
        }
    }

    @Test func `a halted gate ends even a drain that waits`() async throws {
        let scenario = #"{"rules":[{"answer":"key-invalid"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            _ = try await test.submitOne()
            let url = emulator.baseURL
            let summary = try await test.working(asking: url, rule: .drainAll) { _ in }
            #expect(summary == WorkSummary(jobs: [.waiting: 1], ending: .halted))
        }
    }

    @Test func `only one drain has the right to a home at a time`() async throws {
        try await TestHome.with { test in
            do {
                let first = try #require(try await DrainLock(test.store.presence))
                #expect(try await DrainLock(test.store.presence) == nil)
                _ = consume first
            }
            #expect(try await DrainLock(test.store.presence) != nil)
        }
    }
}
