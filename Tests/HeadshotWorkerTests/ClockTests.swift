import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// A worker whose clock is set back by an hour.
@Suite(.timeLimit(.minutes(10)))
struct ClockTests {
    @Test func `a cooldown is over when it would have been`() async throws {
        let scenario = #"{"rules":[{"answer":"429-bare","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            try await test.stopping(asking: emulator.baseURL) { stop in
                try await test.events.wait(where: \.isHeld)
                test.clock.advance(by: -3600)
                // The gate's new time is news.
                try await test.events.wait(for: 2, where: \.isHeld)
                #expect(try await test.gate()?.opens == test.clock.now + 300)
                test.clock.advance(by: 300)
                try await test.events.wait { $0.left(in: .succeeded) }
                stop()
            }
            #expect(try await test.charges(of: id).map(\.state) == [.free, .paid])
        }
    }

    @Test func `jobs that run, jobs that wait and jobs to come are each done once`() async throws {
        let scenario = #"{"rules":[{"answer":"hold","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let running = try await test.submitSeveral(2)
            try await test.stopping(asking: emulator.baseURL, concurrency: 1) { stop in
                try await emulator.waitForRequests(atLeast: 1)
                test.clock.advance(by: -3600)
                let later = try await test.submitSeveral(1)
                try await emulator.release()
                try await test.events.wait(for: 3) { $0.left(in: .succeeded) }
                stop()
                for id in running + later {
                    #expect(try await test.charges(of: id).map(\.state) == [.paid])
                }
            }
            #expect(try await emulator.ledger().count == 3)
        }
    }

    @Test func `a worker that starts finds what an hour ahead was queued`() async throws {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.submitOne()
            test.clock.advance(by: -3600)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary == WorkSummary(jobs: [.succeeded: 1], ending: .done))
        }
    }

    @Test func `a bound of time is no longer for it`() {
        let start = ManualClock().now
        let rule = StopRule.whenDone(maxJobs: nil, maxTime: .seconds(60), waits: true)
        var shift = WorkLoopState(rule: rule, started: start, at: .now)
        let looks = [50, -3550, -3541, -3540].map { start + $0 }
        #expect(looks.map { shift.wasClockSetBack(to: $0) } == [false, true, false, false])
        #expect(
            looks.suffix(2).map {
                shift.mayClaim(in: 0, atMost: 1, ahead: 0, saving: 0, now: $0)
            } == [
                true, false,
            ])
    }
}
