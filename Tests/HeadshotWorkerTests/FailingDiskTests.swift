import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// The disk fails under a worker: what is not paid waits, and what is paid is kept or told.
@Suite(.timeLimit(.minutes(10)))
struct FailingDiskTests {
    @Test func `a paid answer that cannot be kept is tried again until it can`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            let id = try await test.submitOne()
            try await test.working(asking: emulator.baseURL) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                try breakSpool(of: test)
                try await emulator.release()
                try await test.events.wait { $0.isCannotKeep }
                try mendSpool(of: test)
            }
            #expect(try await test.job(id).state == .succeeded)
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }

    @Test func `a body that is no headshot is kept before anything is settled`() async throws {
        let body = "{\"candidates\": ["
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let server = try ScriptedServer([.readRequest, .hold, .write(Data(answer.utf8))])
        try await TestHome.with { test in
            let id = try await test.submitOne()
            try await test.working(asking: server.url) { _ in
                try await server.wait(forSteps: 1)
                try breakSpool(of: test)
                server.release()
                try await test.events.wait { $0.isCannotKeep }
                #expect(try await test.charges(of: id).map(\.state) == [.started])
                try mendSpool(of: test)
            }
            #expect(try await test.job(id).reason == FailureReason.unreadableAnswer.rawValue)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            #expect(test.files(in: test.home.answers).count == 1)
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }

    @Test func `an answer that is lost for good is told, and its charge stays paid`() async throws {
        try await TestHome.withEmulator(scenario: Self.hold) { test, emulator in
            let id = try await test.submitOne()
            var environment = test.environment
            // The tries follow one another at once.
            environment.pause = { _ in }
            let worker = try test.worker(asking: emulator.baseURL, environment: environment)
            await #expect(throws: StorageError.self) {
                try await test.working(worker, abort: Abort()) {
                    try await emulator.waitForRequests(atLeast: 1)
                    try breakSpool(of: test)
                    try await emulator.release()
                }
            }
            let job = try await test.job(id)
            #expect(job.state == .failed)
            #expect(job.reason == "answer_lost")
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
        }
    }

    @Test func `a disk that fails before the charge costs neither money nor an attempt`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let jobs = try await test.submitSeveral(2)
            let photos = test.home.photos
            try FileManager.default.moveItem(atPath: photos, toPath: "\(photos).kept")
            // A file in place of the folder: no photo can be read, not even by root.
            try Data().write(to: URL(filePath: photos))
            for _ in 1...4 {
                await #expect(throws: StorageError.self) {
                    try await test.drain(asking: emulator.baseURL)
                }
                for id in jobs {
                    let job = try await test.job(id)
                    #expect(job.waitReason == .interrupted)
                    #expect(job.attempts == 0)
                    #expect(job.crashes == 0)
                }
                test.clock.advance(by: 1)
            }
            #expect(try await emulator.ledger().isEmpty)

            try FileManager.default.removeItem(atPath: photos)
            try FileManager.default.moveItem(atPath: "\(photos).kept", toPath: photos)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary.jobs == [.succeeded: 2])
        }
    }

    @Test func `a stored photo that cannot be read fails its own job, and others succeed`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let jobs = try await test.submitSeveral(2)
            let photo = "\(test.home.photos)/\(try await test.input(of: jobs[0]))"
            try FileManager.default.removeItem(atPath: photo)
            // It can be opened, and not be read.
            try DurableFile.makeFolder(photo)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary == WorkSummary(jobs: [.failed: 1, .succeeded: 1], ending: .done))
            let job = try await test.job(jobs[0])
            #expect(job.reason == FailureReason.photoUnreadable.rawValue)
            #expect(job.detail?.contains("Is a directory") == true)
            #expect(try await test.charges(of: jobs[0]).isEmpty)
            #expect(try await test.job(jobs[1]).state == .succeeded)
        }
    }

    @Test func `a headshot without a free name fails its own job, and retry saves it unpaid`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let jobs = try await test.submitSeveral(2)
            let stem = "\(test.results)/\(jobs[0])-front-professional"
            let names = [stem] + (2...99).map { "\(stem)-\($0)" }
            // Folders, and files of somebody else.
            for (number, name) in names.enumerated() {
                if number % 2 == 0 {
                    try DurableFile.makeFolder("\(name).png")
                } else {
                    try Data("mine".utf8).write(to: URL(filePath: "\(name).png"))
                }
            }
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary == WorkSummary(jobs: [.failed: 1, .succeeded: 1], ending: .done))
            #expect(try await test.job(jobs[0]).reason == FailureReason.resultUnwritable.rawValue)
            #expect(try await test.charges(of: jobs[0]).map(\.state) == [.paid])
            // Not by itself: the names may be taken for good.
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.job(jobs[0]).state == .failed)

            try FileManager.default.removeItem(atPath: "\(stem).png")
            let recovery = OrphanRecovery(store: test.store, home: test.home)
            #expect(try await recovery.adoptAnswer(of: jobs[0], now: test.clock.now))
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.result(of: jobs[0]) == "\(stem).png")
            #expect(try await emulator.ledger().count == 2)
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }

    @Test func `a spooled answer that cannot be read fails its own job, and others succeed`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            let worker = WorkerID(freshName())
            let (_, charge) = try await test.answered(by: worker, PhotoFixture.png())
            let other = try await test.submitOne(PhotoFixture.landscape(seed: 1))
            _ = try await OrphanRecovery(store: test.store, home: test.home)
                .takeBack(now: test.clock.now).recoveries
            let spooled = "\(test.home.spool)/\(id)-\(charge.id).answer"
            try FileManager.default.removeItem(atPath: spooled)
            try DurableFile.makeFolder(spooled)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary.jobs == [.failed: 1, .succeeded: 1])
            #expect(try await test.job(id).reason == FailureReason.answerLost.rawValue)
            #expect(try await test.job(other).state == .succeeded)
        }
    }

    @Test func `a disk without room for an answer is found before anything is paid`() async throws {
        // A file system on which nothing is ever free.
        await #expect(throws: StorageError.self) {
            try await Spool(home: HeadshotHome(root: "/proc")).checkRoom()
        }
        try await withTemporaryFolder { folder in
            try await Spool(home: HeadshotHome(root: folder)).checkRoom()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `a job is not charged while the disk has no room for its answer`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            let provider = try ProviderTests.gemini(emulator)
            let full = test.runner(
                asking: [provider], models: ["gemini": testModel],
                spool: Spool(home: HeadshotHome(root: "/proc")))
            await #expect(throws: StorageError.self) {
                try await full.run(test.claim(of: "gemini"))
            }
            #expect(try await test.charges(of: id).isEmpty)
            #expect(try await test.job(id).waitReason == .interrupted)
            #expect(try await emulator.ledger().isEmpty)
            test.clock.advance(by: 1)
            let roomy = test.runner(asking: [provider], models: ["gemini": testModel])
            try await roomy.run(test.claim(of: "gemini"))
            #expect(try await test.job(id).state == .succeeded)
        }
    }

    private static let hold = #"{"rules":[{"answer":"hold"}]}"#

    /// A file in place of the folder: nothing can be written there, not even by root.
    private func breakSpool(of test: TestHome) throws {
        try FileManager.default.removeItem(atPath: test.home.spool)
        try Data().write(to: URL(filePath: test.home.spool))
    }

    private func mendSpool(of test: TestHome) throws {
        try FileManager.default.removeItem(atPath: test.home.spool)
        try DurableFile.makeFolder(test.home.spool)
    }
}
