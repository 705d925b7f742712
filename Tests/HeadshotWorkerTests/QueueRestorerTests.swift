import Foundation
import HeadshotWorker
import TestSupport
import Testing

@testable import JobQueue

/// A backup in place of the queue: the judge of the money is the emulator's ledger.
@Suite(.timeLimit(.minutes(10)))
struct QueueRestorerTests {
    /// When a backup is made in the life of a job that comes to its headshot.
    enum Moment: CaseIterable { case submitted, asked, saved }

    private func restorer(_ test: TestHome) -> QueueRestorer {
        QueueRestorer(home: test.home, results: "\(test.home.root)/elsewhere")
    }

    @Test(arguments: Moment.allCases)
    func `after a restore a drain asks for no headshot that was asked for`(
        moment: Moment
    ) async throws {
        let scenario = #"{"rules":[{"answer":"hold"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let backup = "\(test.home.root)/backup.sqlite"
            let id = try await test.submitOne()
            if moment == .submitted { try await test.store.backUp(to: backup) }
            try await test.working(asking: emulator.baseURL) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                if moment == .asked { try await test.store.backUp(to: backup) }
                try await emulator.release()
            }
            if moment == .saved { try await test.store.backUp(to: backup) }

            let restoration = try await restorer(test).restore(from: backup, now: test.clock.now)
            try await emulator.setScenario(#"{"rules":[]}"#)
            _ = try await test.drain(asking: emulator.baseURL)

            #expect(try await emulator.ledger().count == 1)
            let job = try await test.job(id)
            switch moment {
            case .submitted, .asked:
                #expect(restoration.reconciliation.parked == [id])
                #expect(job.state == .uncertain)
                #expect(job.reason == "restored")
            case .saved:
                #expect(restoration.reconciliation == Reconciliation())
                #expect(job.state == .succeeded)
            }
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            let replaced = try #require(restoration.replaced)
            #expect(FileManager.default.fileExists(atPath: replaced))
        }
    }

    @Test func `a job whose headshot was saved since has succeeded`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let backup = "\(test.home.root)/backup.sqlite"
            let id = try await test.submitOne()
            try await test.store.backUp(to: backup)
            _ = try await test.drain(asking: emulator.baseURL)
            let result = try await test.job(id).result
            let restorer = QueueRestorer(home: test.home, results: test.results)
            let restoration = try await restorer.restore(from: backup, now: test.clock.now)
            #expect(restoration.saved == [id])
            #expect(restoration.reconciliation.parked == [])
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await test.job(id).result == result)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
        }
    }

    @Test func `a request whose answer was in the spool is saved after a restore`() async throws {
        let server = try ScriptedServer()
        try await TestHome.with { test in
            let backup = "\(test.home.root)/backup.sqlite"
            let id = try await test.submitOne()
            try await test.store.backUp(to: backup)
            let picture = try PhotoFixture.png()
            _ = try await test.answered(by: WorkerID(freshName()), picture)
            let restoration = try await restorer(test).restore(
                from: backup, now: test.clock.now)
            // Before any worker starts: a person could ask for it again.
            #expect(restoration.answered == [id])
            #expect(restoration.reconciliation.parked == [])
            #expect(try await test.job(id).waitReason == .answered)
            let summary = try await test.drain(asking: server.url)
            #expect(summary.jobs == [.succeeded: 1])
            #expect(try await test.job(id).state == .succeeded)
            #expect(server.log.isEmpty)
        }
    }

    @Test func `each queue that is replaced is kept, also two of one second`() async throws {
        try await TestHome.with { test in
            let backup = "\(test.home.root)/backup.sqlite"
            _ = try await test.submitOne()
            try await test.store.backUp(to: backup)
            var replaced: Set<String> = []
            for _ in 0..<3 {
                let restoration = try await restorer(test).restore(
                    from: backup, now: test.clock.now)
                replaced.insert(try #require(restoration.replaced))
            }
            #expect(replaced.count == 3)
            #expect(replaced.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        }
    }

    @Test func `nothing is restored under a worker or a drain`() async throws {
        try await TestHome.with { test in
            let backup = "\(test.home.root)/backup.sqlite"
            try await test.store.backUp(to: backup)
            do {
                let lock = try FilePresence(folder: test.home.workers).begin(WorkerID(freshName()))
                await #expect(throws: WorkerError.workersAlive(1)) {
                    try await restorer(test).restore(from: backup, now: test.clock.now)
                }
                _ = consume lock
            }
            do {
                let lock = try #require(try await DrainLock(test.store.presence))
                await #expect(throws: WorkerError.workersAlive(1)) {
                    try await restorer(test).restore(from: backup, now: test.clock.now)
                }
                _ = consume lock
            }
            _ = try await restorer(test).restore(from: backup, now: test.clock.now)
        }
    }

    @Test(arguments: [true, false])
    func `into a home without a queue a backup goes only with the payments journal`(
        isJournalThere: Bool
    ) async throws {
        try await TestHome.with { test in
            let backup = "\(test.home.root)/backup.sqlite"
            let id = try await test.submitOne()
            try await test.store.backUp(to: backup)
            let other = HeadshotHome(root: "\(test.home.root)/other")
            try other.prepare()
            let journal = "\(other.root)/payments.jsonl"
            let restorer = QueueRestorer(home: other, results: other.results)
            guard isJournalThere else {
                await #expect(throws: WorkerError.noJournal(path: journal)) {
                    try await restorer.restore(from: backup, now: test.clock.now)
                }
                return
            }
            try Data().write(to: URL(filePath: journal))
            let restoration = try await restorer.restore(from: backup, now: test.clock.now)
            #expect(restoration.reconciliation == Reconciliation())
            #expect(restoration.replaced == nil)
            let store = try JobStore(folder: other.root)
            #expect(try await store.job(id)?.job.state == .waiting)
            try store.close()
        }
    }

    @Test func `a damaged queue is moved aside, and its payments are not forgotten`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let backup = "\(test.home.root)/backup.sqlite"
            let id = try await test.submitOne()
            try await test.store.backUp(to: backup)
            _ = try await test.drain(asking: emulator.baseURL)
            let other = HeadshotHome(root: "\(test.home.root)/other")
            try other.prepare()
            let damage = Data("this was a queue once, and is none any more".utf8)
            try damage.write(to: URL(filePath: "\(other.root)/queue.sqlite"))
            try FileManager.default.copyItem(
                atPath: "\(test.home.root)/payments.jsonl", toPath: "\(other.root)/payments.jsonl")
            let restoration = try await QueueRestorer(
                home: other, results: other.results
            ).restore(from: backup, now: test.clock.now)
            #expect(restoration.reconciliation.parked == [id])
            let replaced = try #require(restoration.replaced)
            #expect(try Data(contentsOf: URL(filePath: replaced)) == damage)
        }
    }
}
