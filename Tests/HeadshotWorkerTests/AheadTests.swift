import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// Jobs that are prepared before there is a place for their requests.
@Suite(.timeLimit(.minutes(10)))
struct AheadTests {
    private static let hold = #"{"rules":[{"answer":"hold"}]}"#

    @Test func `while all places are taken, one job for each decoder is prepared`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            let jobs = try await test.submitSeveral(5)
            let summary = try await test.working(asking: emulator.baseURL, concurrency: 1) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                try await test.events.wait(for: 3, where: \.isClaimed)
                #expect(try await test.store.counts() == [.running: 3, .waiting: 2])
                var charged = 0
                for id in jobs { charged += try await test.charges(of: id).count }
                #expect(charged == 1)
                for request in 2...5 {
                    try await emulator.release()
                    try await emulator.waitForRequests(atLeast: request)
                }
                try await emulator.release()
            }
            #expect(summary == WorkSummary(jobs: [.succeeded: 5], ending: .done))
        }
    }

    @Test func `a job that was prepared ahead can be cancelled`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            let jobs = try await test.submitSeveral(2)
            let summary = try await test.working(asking: emulator.baseURL, concurrency: 1) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                try await test.events.wait(for: 2, where: \.isClaimed)
                var unsent: [JobID] = []
                for id in jobs where try await test.charges(of: id).isEmpty { unsent.append(id) }
                _ = try await test.store.cancel(try #require(unsent.first), now: test.clock.now)
                try await test.events.wait { $0.left(in: .cancelled) }
                try await emulator.release()
            }
            #expect(summary.jobs == [.succeeded: 1, .cancelled: 1])
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `an abort puts back what was prepared ahead`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            let jobs = try await test.submitSeveral(2)
            try await test.working(asking: emulator.baseURL, concurrency: 1) { abort in
                try await emulator.waitForRequests(atLeast: 1)
                try await test.events.wait(for: 2, where: \.isClaimed)
                abort()
            }
            // Whichever was prepared first was sent.
            let ends = try await [test.job(jobs[0]), test.job(jobs[1])]
            #expect(Set(ends.map(\.state)) == [.uncertain, .waiting])
            let ahead = try #require(ends.first { $0.state == .waiting })
            #expect(ahead.waitReason == .interrupted)
            #expect(ahead.attempts == 0)
        }
    }
}
