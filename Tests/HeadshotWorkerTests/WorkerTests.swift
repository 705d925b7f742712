import Companion
import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// How a long-running worker takes jobs, stops, and shares the provider.
@Suite(.timeLimit(.minutes(10)))
struct WorkerTests {
    private static let hold = #"{"rules":[{"answer":"hold"}]}"#

    @Test func `a graceful stop lets requests end and puts back what was prepared ahead`()
        async throws
    {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            _ = try await test.submitSeveral(2)
            let summary = try await test.stopping(asking: emulator.baseURL, concurrency: 1) {
                stop in
                try await emulator.waitForRequests(atLeast: 1)
                stop()
                // At once, and not when the request has ended.
                try await test.events.wait { $0.left(in: .waiting) }
                try await emulator.release()
            }
            #expect(
                summary == WorkSummary(jobs: [.succeeded: 1, .waiting: 1], ending: .stopped))
            // Whichever of the two was prepared first is the one that was sent.
            let left = try await test.store.jobs(JobFilter(states: [.waiting]))
            #expect(left.map(\.waitReason) == [.interrupted])
            #expect(left.map(\.attempts) == [0])
            #expect(try await emulator.ledger().count == 1)
            #expect(test.files(in: test.home.workers).isEmpty)
        }
    }

    @Test func `an idle worker takes a job that another process submits`() async throws {
        try await TestHome.withEmulator { test, emulator in
            try await test.stopping(asking: emulator.baseURL) { stop in
                try await test.events.wait(where: \.isStarted)
                let store = try JobStore(folder: test.home.root)
                let other = TestHome(
                    home: test.home, store: store, prompts: test.prompts, words: test.words,
                    results: test.results)
                _ = try await other.submitOne()
                try store.close()
                try await test.events.wait { $0.left(in: .succeeded) }
                stop()
            }
        }
    }

    @Test func `an idle worker takes a job when it is due`() async throws {
        try await TestHome.withEmulator { test, emulator in
            try await test.submit(notBefore: test.clock.now + 3600)
            try await test.stopping(asking: emulator.baseURL) { stop in
                try await test.events.wait(where: \.isStarted)
                test.clock.advance(by: 3600)
                try await test.events.wait { $0.left(in: .succeeded) }
                stop()
            }
        }
    }

    @Test func `no more requests are on their way at once than asked for`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            _ = try await test.submitSeveral(5)
            let summary = try await test.working(asking: emulator.baseURL, concurrency: 2) { _ in
                // Two more are prepared meanwhile, one for each decoder.
                try await test.events.wait(for: 4, where: \.isClaimed)
                for requests in [2, 4, 5] {
                    let ledger = try await emulator.waitForRequests(atLeast: requests)
                    #expect(ledger.count == requests)
                    try await emulator.release()
                }
            }
            #expect(summary.jobs == [.succeeded: 5])
        }
    }

    @Test func `after a cooldown one request goes first, and the others follow`() async throws {
        let scenario = """
            {"rules":[{"answer":"429-per-minute","times":1},{"answer":"hold","times":1}]}
            """
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            _ = try await test.submitOne()
            let url = emulator.baseURL
            let summary = try await test.working(asking: url, rule: .drainAll) { _ in
                try await test.events.wait(where: \.isHeld)
                _ = try await test.submitSeveral(3)
                test.clock.advance(by: 301)
                try await emulator.waitForRequests(atLeast: 2)
                // A worker claims all that it may at once, so a third claim would be there by now.
                #expect(test.events.all.count(where: \.isClaimed) == 2)
                try await emulator.release()
            }
            #expect(summary.jobs == [.waiting: 1, .succeeded: 4])
            #expect(try await emulator.ledger().count == 5)
            #expect(try await test.gate()?.allowed == 5)
        }
    }

    @Test func `a closed gate lets nothing through`() async throws {
        let scenario = #"{"rules":[{"answer":"429-bare","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let jobs = try await test.submitSeveral(3)
            let first = try await test.working(asking: emulator.baseURL, concurrency: 1) { _ in }
            // What was prepared ahead waits with it, and counts no attempt.
            #expect(first == WorkSummary(jobs: [.waiting: 3], ending: .held))
            test.clock.advance(by: 299)
            let second = try await test.drain(asking: emulator.baseURL)
            #expect(second == WorkSummary(jobs: [:], ending: .held))
            #expect(try await emulator.ledger().count == 1)
            test.clock.advance(by: 1)
            let third = try await test.drain(asking: emulator.baseURL)
            #expect(third == WorkSummary(jobs: [.succeeded: 3], ending: .done))
            for id in jobs { #expect(try await test.job(id).attempts == 1) }
        }
    }

    @Test func `a server error is tried again only so often, and only one answer is paid`()
        async throws
    {
        let scenario = #"{"rules":[{"answer":"503","times":2}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            let url = emulator.baseURL
            try await test.working(asking: url, rule: .drainAll, maxAttempts: 3) { _ in
                try await test.events.wait { $0.left(in: .waiting) }
                #expect(try await test.job(id).due == test.clock.now + 15)
                test.clock.advance(by: 15)
                try await test.events.wait(for: 2) { $0.left(in: .waiting) }
                #expect(try await test.job(id).due == test.clock.now + 60)
                test.clock.advance(by: 60)
            }
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await test.job(id).attempts == 3)
            #expect(try await test.charges(of: id).map(\.state) == [.free, .free, .paid])
            #expect(try await emulator.ledger().map(\.charged) == [.no, .no, .yes])
        }
    }

    @Test(arguments: [1, 2, 12])
    func `a queue of any length outlives an outage of three hours`(jobs count: Int) async throws {
        try await TestHome.withEmulator(scenario: #"{"rules":[{"answer":"503"}]}"#) {
            test, emulator in
            let jobs = try await test.submitSeveral(count)
            for _ in 0..<18 {
                _ = try await test.drain(asking: emulator.baseURL, cap: count)
                test.clock.advance(by: 600)
            }
            for id in jobs { #expect(try await test.job(id).state == .waiting) }
            try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
            for _ in 0..<4 {
                _ = try await test.drain(asking: emulator.baseURL, cap: count)
                test.clock.advance(by: 3600)
            }
            for id in jobs { #expect(try await test.job(id).state == .succeeded) }
            #expect(try await emulator.ledger().filter { $0.charged == .yes }.count == count)
        }
    }

    @Test(arguments: [1, 4])
    func `no person passes the cap, however many jobs run at once`(concurrency: Int) async throws {
        try await TestHome.withEmulator { test, emulator in
            let jobs = try await test.submitSeveral(4)
            let url = emulator.baseURL
            try await test.working(asking: url, concurrency: concurrency, cap: 2) { _ in }
            var states: [JobState] = []
            for id in jobs {
                let job = try await test.job(id)
                states.append(job.state)
                guard job.state == .waiting else { continue }
                #expect(job.waitReason == .dailyCap)
                #expect(job.due == Date(timeIntervalSince1970: 1_795_305_600))
                #expect(try await test.charges(of: id).isEmpty)
            }
            #expect(states.filter { $0 == .succeeded }.count == 2)
            #expect(states.filter { $0 == .waiting }.count == 2)
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test(arguments: ["hang", "drop-before-headers"])
    func `a request whose outcome is unknown is never sent again, whatever was asked for`(
        answer: String
    ) async throws {
        let scenario = #"{"rules":[{"answer":"\#(answer)","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            for _ in 0..<2 {
                let worker = try test.worker(
                    asking: emulator.baseURL, maxAttempts: 5, timeout: .seconds(1))
                try await worker.run()
                test.clock.advance(by: 86_400)
            }
            #expect(try await test.job(id).state == .uncertain)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a halted worker goes on once the gate is cleared`() async throws {
        let scenario = #"{"rules":[{"answer":"key-invalid","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            try await test.stopping(asking: emulator.baseURL) { stop in
                try await test.events.wait(where: \.isHeld)
                let other = try JobStore(folder: test.home.root)
                #expect(try await other.clearGate(of: "gemini", now: test.clock.now))
                try other.close()
                try await test.events.wait { $0.left(in: .succeeded) }
                stop()
            }
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `nothing is sent once the day's money is spent`() async throws {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.submitSeveral(4)
            try await test.limit(spend: 80_000)
            let worker = try test.worker(asking: emulator.baseURL)
            try await worker.run()
            #expect(try await test.store.counts() == [.succeeded: 2, .waiting: 2])
            #expect(try await test.store.waiting() == [.budget: 2])
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `a disk that fails ends the worker and loses no answer`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            // A file where the folder of results would be made.
            try Data().write(to: URL(filePath: test.results))
            await #expect(throws: StorageError.self) {
                _ = try await test.drain(asking: emulator.baseURL)
            }
            #expect(test.files(in: test.home.spool).count == 1)
            try FileManager.default.removeItem(atPath: test.results)
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await emulator.ledger().count == 1)
        }
    }
}
