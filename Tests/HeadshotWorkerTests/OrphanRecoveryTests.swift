import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// What becomes of the jobs of dead workers, told from live ones by their locks alone.
@Suite(.timeLimit(.minutes(10)))
struct OrphanRecoveryTests {
    private let worker = WorkerID(freshName())

    @Test func `a live worker keeps its job, however long it takes`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let lock = try FilePresence(folder: test.home.workers).begin(worker)
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
                let lock = try FilePresence(folder: test.home.workers).begin(worker)
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

    @Test func `no number of dead workers ends a job`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            for number in 1...12 {
                try await test.died()
                _ = try await recover(test)
                let job = try await test.job(id)
                #expect(job.waitReason == .interrupted)
                #expect(job.crashes == number)
                test.clock.advance(by: 600)
            }
            #expect(test.files(in: test.home.workers).isEmpty)
        }
    }

    @Test func `a death counts, whatever looks at the locks before the job is taken back`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            try await test.died(worker)
            let recovery = OrphanRecovery(store: test.store, home: test.home)
            try await recovery.tidy(now: test.clock.now)
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            _ = try await janitor.remove(Leftovers(photos: [], temporaryFiles: []))
            #expect(test.files(in: test.home.workers) == ["\(worker).lock"])
            _ = try await recover(test)
            #expect(try await test.job(id).crashes == 1)
            #expect(test.files(in: test.home.workers).isEmpty)
        }
    }

    @Test func `a worker that ended in order and could not release its job did not die over it`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            for _ in 1...3 {
                let worker = WorkerID(freshName())
                do {
                    let lock = try FilePresence(folder: test.home.workers).begin(worker)
                    _ = try await test.claimed(by: worker)
                    _ = consume lock
                }
                let recovery = try #require(try await recover(test).first)
                #expect(recovery.state == .waiting)
                #expect(try await test.job(id).crashes == 0)
                test.clock.advance(by: 1)
            }
        }
    }

    @Test func `a spooled answer that cannot be read is told, and bars no other job`()
        async throws
    {
        try await TestHome.with { test in
            let unreadable = try await test.submitOne()
            _ = try await test.charged(by: worker)
            let answered = try await test.submitOne()
            _ = try await test.answered(by: worker, Data("picture".utf8))
            // It can be opened, and not be read.
            let path = "\(test.home.spool)/\(unreadable)-1.answer"
            try DurableFile.makeFolder(path)
            _ = try await recover(test)
            #expect(try await test.job(unreadable).state == .uncertain)
            #expect(try await test.job(answered).waitReason == .answered)
            #expect(
                test.events.all.contains {
                    if case .unusableAnswer(path, _) = $0 { true } else { false }
                })
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `an answer that is no headshot ends its job, though that was taken back meanwhile`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let server = try ScriptedServer([
                .readRequest, .hold,
                .write(ScriptedServer.answer(200, Data("{}".utf8))),
            ])
            try await test.working(asking: server.url) { _ in
                try await server.wait(forSteps: 1)
                let owners = try await test.store.owners()
                _ = try await test.store.recover(
                    from: owners, spooled: [], now: test.clock.now)
                server.release()
            }
            #expect(try await test.job(id).state == .uncertain)
            _ = try await test.drain(asking: nil)
            #expect(try await test.job(id).reason == FailureReason.unreadableAnswer.rawValue)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            #expect(test.files(in: test.home.spool) == [])
        }
    }

    @Test func `an uncertain job goes on from its answer at a person's word, and no other does`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: worker)
            _ = try await recover(test)
            let recovery = OrphanRecovery(store: test.store, home: test.home)
            #expect(try await !recovery.adoptAnswer(of: id, now: test.clock.now))
            try await test.spool(Data("picture".utf8), of: claim, charge)
            #expect(try await !recovery.adoptAnswer(of: freshID(), now: test.clock.now))
            #expect(try await recovery.adoptAnswer(of: id, now: test.clock.now))
            #expect(try await test.job(id).waitReason == .answered)
        }
    }

    @Test func `an answer that cannot be read keeps a person from paying twice`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            _ = try await test.charged(by: worker)
            _ = try await recover(test)
            try DurableFile.makeFolder("\(test.home.spool)/\(id)-1.answer")
            await #expect(throws: StorageError.self) {
                try await OrphanRecovery(store: test.store, home: test.home)
                    .adoptAnswer(of: id, now: test.clock.now)
            }
            #expect(try await test.job(id).state == .uncertain)
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
            let partial = "\(test.home.spool)/.writing-abcdef"
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
                job: .succeeded(
                    outcome: "{}",
                    result: SavedResult(
                        ending: "kept", digest: String(repeating: "0", count: 64))),
                charge: ChargeEnd(id: charge.id, state: .paid))
            _ = try await test.store.settle(claim, end, now: test.clock.now)
            try await OrphanRecovery(store: test.store, home: test.home).tidy(now: test.clock.now)
            #expect(test.files(in: test.home.workers).isEmpty)
            #expect(test.files(in: test.home.spool).isEmpty)
            #expect(try await test.job(id).state == .succeeded)
        }
    }

    private func recover(_ test: TestHome) async throws -> [Recovery] {
        let events = test.events
        return try await OrphanRecovery(store: test.store, home: test.home) { events.add($0) }
            .takeBack(now: test.clock.now).recoveries
    }
}
