import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// One file that cannot be read or removed is the trouble of its own job, and never of another one or of the worker.
@Suite(.timeLimit(.minutes(2)))
struct UnreadableTests {
    /// A file of one job, made unusable before a worker starts.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Brings the job so far that the file is there; returns the path.
        let file: @Sendable (TestHome, JobID) async throws -> String
        /// The states that the job may have afterwards.
        let ends: Set<JobState>
    }

    private static let dead = WorkerID(freshName())

    static let cases: [Case] = [
        Case(
            testDescription: "its photo",
            file: { test, id in "\(test.home.photos)/\(try await test.input(of: id))" },
            ends: [.rejected, .failed]),
        Case(
            testDescription: "what was prepared of its photo",
            file: { test, id in "\(test.home.prepared)/\(try await test.input(of: id))" },
            ends: [.succeeded]),
        Case(
            testDescription: "its answer in the spool",
            file: { test, id in
                let picture = try PhotoFixture.png(width: 400, height: 500)
                let (claim, charge) = try await test.answered(by: dead, picture)
                #expect(claim.job.id == id)
                return "\(test.home.spool)/\(id)-\(charge.id).answer"
                // One that is cut may still be a picture, in part.
            }, ends: [.uncertain, .failed, .succeeded]),
        Case(
            testDescription: "the name of its headshot",
            file: { test, id in
                try DurableFile.makeFolder(test.results)
                return "\(test.results)/\(id)-front-professional.png"
            }, ends: [.succeeded]),
        Case(
            testDescription: "the name of its kept body",
            file: { test, id in
                let picture = try PhotoFixture.png(width: 400, height: 500)
                let (_, charge) = try await test.answered(by: dead, picture)
                try await test.home.objects.prepare("answers/")
                let key = HeadshotHome.keptBody(of: charge.id, for: id)
                return "\(test.home.root)/\(key)"
            }, ends: [.succeeded]),
    ]

    private func tried(_ trial: Case, _ damage: Damage, _ test: TestHome) async throws {
        let first = try await test.submitOne(PhotoFixture.jpeg(seed: 1))
        try damage.make(try await trial.file(test, first))
        let second = try await test.submitOne(PhotoFixture.jpeg(seed: 2))
        try await EmulatorProcess.with { emulator in
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.job(second).state == .succeeded)
            let job = try await test.job(first)
            #expect(trial.ends.contains(job.state), "\(job.state) \(job.reason)")
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            let both = [job, try await test.job(second)]
            _ = try await janitor.remove(both, withHeadshots: true)
            #expect(try await test.store.job(second) == nil)
            try await janitor.finish(results: test.results)
        }
    }

    @Test(arguments: cases, Damage.allCases)
    func `a damaged file of one job in a home keeps no other job from being done`(
        trial: Case, damage: Damage
    ) async throws {
        try await TestHome.with { test in try await tried(trial, damage, test) }
    }

    @Test(.needsPostgres, arguments: cases, Damage.allCases)
    func `a damaged file of one job beside a queue on a server keeps no other job from being done`(
        trial: Case, damage: Damage
    ) async throws {
        try await TestHome.onServer { test, _ in try await tried(trial, damage, test) }
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
            _ = try await janitor.remove(jobs, withHeadshots: false)
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
            let next = try await test.submitOne(PhotoFixture.jpeg(seed: 3))
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
                try await test.submit(PhotoFixture.jpeg(seed: 1), person: anna).first)
            _ = try await test.submit(PhotoFixture.jpeg(seed: 2), person: bert)
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
