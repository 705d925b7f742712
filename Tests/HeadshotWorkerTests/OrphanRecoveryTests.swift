import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// What becomes of the jobs of dead workers, told from live ones by their locks alone.
@Suite(.timeLimit(.minutes(1)))
struct OrphanRecoveryTests {
    private let worker = WorkerID(freshID())

    @Test func `a live worker keeps its job, however long it takes`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let lock = try WorkerLock(id: worker, folder: test.home.workers)
            _ = try await test.charged(by: worker)
            test.clock.advance(by: 1_000_000)
            #expect(try await recover(test).isEmpty)
            #expect(try await test.job(id).state == .running)
            _ = consume lock
        }
    }

    @Test func `a job whose worker died before the charge waits again`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            do {
                let lock = try WorkerLock(id: worker, folder: test.home.workers)
                _ = try await test.claimed(by: worker)
                _ = consume lock
            }
            let recovery = try #require(try await recover(test).first)
            #expect(recovery.job == id)
            #expect(recovery.worker == worker)
            #expect(recovery.state == .waiting)
            #expect(recovery.reason == "interrupted")
            #expect(try await test.job(id).attempts == 0)
        }
    }

    @Test func `a job that killed two workers kills no third`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            for _ in 1...2 {
                _ = try await test.claimed(by: WorkerID(freshID()))
                _ = try await recover(test)
            }
            let job = try await test.job(id)
            #expect(job.state == .failed)
            #expect(job.reason == "killed_workers")
        }
    }

    @Test func `a charge without an answer leaves the job uncertain`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            _ = try await test.charged(by: worker)
            _ = try await recover(test)
            let job = try await test.job(id)
            #expect(job.state == .uncertain)
            #expect(job.reason == "worker_died")
            #expect(try await test.charges(of: id).map(\.state) == [.unknown])
        }
    }

    @Test func `an answer that was half written leaves the job uncertain`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            _ = try await test.charged(by: worker)
            let partial = "\(test.home.spool)/\(DurableFile.temporaryPrefix)abcdef"
            try Data(#"{"job":"#.utf8).write(to: URL(filePath: partial))
            _ = try await recover(test)
            #expect(try await test.job(id).state == .uncertain)
        }
    }

    @Test func `an answer in the spool only has to be saved`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            _ = try await test.answered(by: worker, Data("picture".utf8))
            _ = try await recover(test)
            #expect(try await test.job(id).waitReason == .answered)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
        }
    }

    @Test func `an uncertain job whose answer turns up is saved after all`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: worker)
            _ = try await recover(test)
            #expect(try await test.job(id).state == .uncertain)
            try await test.spool(Data("picture".utf8), of: claim, charge)
            try await OrphanRecovery(store: test.store, home: test.home)
                .tidy(now: test.clock.now)
            #expect(try await test.job(id).waitReason == .answered)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
        }
    }

    @Test func `what a dead worker left among the locks is swept`() async throws {
        try await TestHome.with { test in
            let lock = "\(test.home.workers)/\(worker).lock"
            try Data().write(to: URL(filePath: lock))
            _ = try await test.submitOne()
            _ = try await test.claimed(by: worker)
            _ = try await recover(test)
            #expect(test.files(in: test.home.workers).isEmpty)
        }
    }

    @Test func `what a dead worker left goes when another one starts`() async throws {
        try await TestHome.with { test in
            for name in ["\(worker).lock", "\(worker).lock.new", "\(worker).progress"] {
                try Data().write(to: URL(filePath: "\(test.home.workers)/\(name)"))
            }
            let id = try await test.submitOne()
            let (claim, charge) = try await test.answered(by: worker, Data("picture".utf8))
            let end = Settlement(
                job: .succeeded(result: "/kept"), charge: ChargeEnd(id: charge.id, state: .paid))
            _ = try await test.store.settle(claim, end, now: test.clock.now)
            try await OrphanRecovery(store: test.store, home: test.home).tidy(now: test.clock.now)
            #expect(test.files(in: test.home.workers).isEmpty)
            #expect(test.files(in: test.home.spool).isEmpty)
            #expect(try await test.job(id).state == .succeeded)
        }
    }

    private func recover(_ test: TestHome) async throws -> [Recovery] {
        try await OrphanRecovery(store: test.store, home: test.home).takeBack(now: test.clock.now)
    }
}
