import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// One file that cannot be read or removed is the trouble of its own job, and never of another one or of the worker.
@Suite(.timeLimit(.minutes(10)))
struct UnreadableTests {
    /// A file of one job, made unusable before a worker starts.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Brings the job so far that the file is there; returns its key.
        let key: @Sendable (TestHome, JobID) async throws -> String
        /// The states that the job may have afterwards.
        let ends: Set<JobState>
    }

    private static let dead = WorkerID(freshName())

    static let cases: [Case] = [
        Case(
            testDescription: "its photo",
            key: { test, id in "photos/\(try await test.input(of: id))" },
            ends: [.failed]),
        Case(
            testDescription: "its answer in the spool",
            key: { test, id in
                let picture = try PhotoFixture.png(width: 400, height: 500)
                let (claim, charge) = try await test.answered(by: dead, picture)
                #expect(claim.job.id == id)
                return "spool/\(id)-\(charge.id).answer"
                // One that is cut may still be a picture, in part.
            }, ends: [.uncertain, .failed, .succeeded]),
        Case(
            testDescription: "the name of its headshot",
            key: { _, id in "results/\(id)-front-professional.png" }, ends: [.succeeded]),
        Case(
            testDescription: "the name of its kept body",
            key: { test, id in
                let picture = try PhotoFixture.png(width: 400, height: 500)
                let (_, charge) = try await test.answered(by: dead, picture)
                return HeadshotHome.keptBody(of: charge.id, for: id)
            }, ends: [.succeeded]),
    ]

    /// Damages a file of one job beside a second job, and expects that this one is done and both can be removed.
    static func tried(
        _ trial: Case, _ test: TestHome, damage: (_ key: String) async throws -> Void
    ) async throws {
        let first = try await test.submitOne(PhotoFixture.landscape(seed: 1))
        try await damage(try await trial.key(test, first))
        let second = try await test.submitOne(PhotoFixture.landscape(seed: 2))
        try await EmulatorProcess.with { emulator in
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.job(second).state == .succeeded)
            let job = try await test.job(first)
            #expect(trial.ends.contains(job.state), "\(job.state) \(job.reason)")
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            let both = [job, try await test.job(second)]
            _ = try await janitor.remove(both, withHeadshotsIn: test.results)
            #expect(try await test.store.job(second) == nil)
            try await janitor.finish(results: test.results)
        }
    }

    @Test(arguments: cases, Damage.allCases)
    func `a damaged file of one job in a home keeps no other job from being done`(
        trial: Case, damage: Damage
    ) async throws {
        try await TestHome.with { test in
            try await Self.tried(trial, test) { key in try damage.make(test.path(of: key)) }
        }
    }

    @Test(.needsPostgres, arguments: cases, Damage.allCases)
    func `a damaged file of one job beside a queue on a server keeps no other job from being done`(
        trial: Case, damage: Damage
    ) async throws {
        try await TestHome.onServer { test, _ in
            try await Self.tried(trial, test) { key in try damage.make(test.path(of: key)) }
        }
    }

    @Test func `a photo that cannot be removed keeps its mark, and others are removed`()
        async throws
    {
        try await TestHome.with { test in
            let ids = try await test.submitSeveral(2)
            var photos: [String] = []
            for id in ids { photos.append(try await test.input(of: id)) }
            try Damage.unreadable.make("\(test.home.photos)/\(photos[0])")
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            for id in ids { _ = try await test.store.cancel(id, now: test.clock.now) }
            let jobs = [try await test.job(ids[0]), try await test.job(ids[1])]
            _ = try await janitor.remove(jobs, withHeadshotsIn: nil)
            #expect(try await test.store.markedPhotos() == [photos[0]])
            #expect(!test.files(in: test.home.photos).contains(photos[1]))
            #expect(
                test.events.all.contains {
                    if case .unusableFile(let path, _) = $0 {
                        path.hasSuffix(photos[0])
                    } else {
                        false
                    }
                })
            // A worker starts and works all the same.
            let next = try await test.submitOne(PhotoFixture.landscape(seed: 3))
            try await EmulatorProcess.with { emulator in
                _ = try await test.drain(asking: emulator.baseURL)
            }
            #expect(try await test.job(next).state == .succeeded)
            // Once it can be removed, it is.
            try FileManager.default.removeItem(atPath: "\(test.home.photos)/\(photos[0])")
            try await janitor.finish(results: test.results)
            #expect(try await test.store.markedPhotos().isEmpty)
        }
    }

    @Test func `a person whose photo cannot be removed does not keep another from leaving`()
        async throws
    {
        try await TestHome.with { test in
            let anna = try #require(Person("anna", in: .commandLine))
            let bert = try #require(Person("bert", in: .commandLine))
            let id = try #require(
                try await test.submit(PhotoFixture.landscape(seed: 1), person: anna).first)
            _ = try await test.submit(PhotoFixture.landscape(seed: 2), person: bert)
            try Damage.unreadable.make("\(test.home.photos)/\(try await test.input(of: id))")
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            await #expect(throws: StorageError.self) {
                _ = try await janitor.forget(anna, results: test.results)
            }
            _ = try await janitor.forget(bert, results: test.results)
            #expect(
                try await test.store.jobs(JobFilter(), limit: .max).allSatisfy { $0.person == anna }
            )
        }
    }
}

extension TestHome {
    /// The file of a key; headshots may have a folder of their own.
    fileprivate func path(of key: String) -> String {
        key.hasPrefix("results/") ? "\(results)/\(key.dropFirst(8))" : "\(home.root)/\(key)"
    }
}

extension FileTests {
    /// The same of objects in a store.
    @Suite(
        .needs("SeaweedFS (make setup-s3)", where: { S3Server.isInstalled }),
        .timeLimit(.minutes(10)))
    struct UnreadableObjectTests {
        @Test(arguments: UnreadableTests.cases, Damage.allCases)
        func `a damaged object of one job keeps no other job from being done`(
            trial: UnreadableTests.Case, damage: Damage
        ) async throws {
            let server = try #require(S3Server.current)
            let proxy = try LoopbackProxy(before: server.port)
            try await withTemporaryFolder { folder in
                try await TestStore.withStore(at: proxy.url) { store in
                    let home = HeadshotHome(root: folder, objects: store)
                    try home.prepare()
                    try await TestHome.with(home, results: home.results) { test in
                        try await UnreadableTests.tried(trial, test) { key in
                            try await damage.make(key, in: store, behind: proxy)
                        }
                    }
                }
            }
        }
    }
}
