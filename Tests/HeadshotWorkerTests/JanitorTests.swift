import Companion
import Foundation
import JobQueue
import ObjectStore
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// Taking jobs and people out.
    @Suite(.timeLimit(.minutes(10)))
    struct JanitorTests {
        @Test(arguments: TestStore.all)
        func `nothing of a forgotten person is left in any file`(store: TestStore) async throws {
            let scenario = #"{"rules":[{"answer":"malformed-json","times":1}]}"#
            try await TestHome.withEmulator(scenario: scenario, in: store) { test, emulator in
                let photo = try PhotoFixture.jpeg(noise: 30)
                try await test.submit(photo)
                _ = try await test.drain(asking: emulator.baseURL)
                try await test.submit(photo)
                _ = try await test.drain(asking: emulator.baseURL)
                try await test.submit(photo, notBefore: test.clock.now + 60)
                let made = try await test.store.jobs(JobFilter(states: [.succeeded])).first
                let headshot = try #require(made)
                let result = try #require(try await test.resultStore.file(of: headshot))
                let prompt = test.prompts.prompt(
                    for: Style(angle: .front, background: .professional))
                let traces = [
                    Data("person-7f3a".utf8), Data("handed-in".utf8), photo[2000..<2064],
                    try #require(try await result.read())[2000..<2064],
                    Data(prompt.text.utf8.prefix(60)),
                ]
                for trace in traces { #expect(try await test.hasAnywhere(trace)) }

                let removal = try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
                #expect(removal.jobs.count == 3)
                for (number, trace) in traces.enumerated() {
                    #expect(try await !test.hasAnywhere(trace), "trace \(number)")
                }
                // The money stays counted, without a name.
                let usage = try await test.store.usage(
                    cap: DailyCap(timeZone: .gmt), now: test.clock.now)
                #expect(usage[nil]?.usedToday == 2)
                #expect(usage.count == 1)
            }
        }

        @Test(arguments: TestStore.all)
        func `forgetting one person leaves another's photo, which has the same bytes`(
            store: TestStore
        ) async throws {
            try await TestHome.with(in: store) { test in
                let photo = try PhotoFixture.landscape()
                try await test.submit(photo)
                let id = try #require(
                    try await test.submit(photo, person: Person("another")).first)
                _ = try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
                let name = try await test.input(of: id)
                #expect(try await test.home.photo(named: name).read() == photo)
            }
        }

        @Test func `a person is forgotten whole, however many jobs there are, and others stay`()
            async throws
        {
            try await TestHome.with { test in
                let job = try await test.job(test.submitOne())
                let many = [NewJob](
                    repeating: NewJob(repeating: job, quote: nil),
                    count: 2 * Janitor.jobsAtOnce + 1)
                _ = try await test.store.submit(many, now: test.clock.now)
                let another = try #require(
                    try await test.submit(
                        PhotoFixture.landscape(seed: 1), person: Person("another")
                    ).first)
                let removal = try await janitor(test).forget(job.person, results: test.results)
                #expect(removal.jobs.count == many.count + 1)
                #expect(Set(removal.jobs).count == removal.jobs.count)
                #expect(try await test.store.jobs(JobFilter()).map(\.id) == [another])
                #expect(try await test.kept("photos") == [test.input(of: another)])
            }
        }

        @Test(arguments: TestStore.all)
        func `a headshot whose job was removed before is forgotten with its person`(
            store: TestStore
        ) async throws {
            try await TestHome.withEmulator(in: store) { test, emulator in
                let id = try await test.submitOne()
                try await test.submit(PhotoFixture.landscape(seed: 1), person: Person("another"))
                _ = try await test.drain(asking: emulator.baseURL)
                _ = try await janitor(test).remove([test.job(id)], withHeadshotsIn: nil)
                #expect(try await test.keptResults().count == 4)
                let removal = try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
                #expect(removal.jobs.isEmpty)
                #expect(removal.results.count == 1)
                #expect(try await test.keptResults().count == 2)
            }
        }

        @Test(arguments: TestStore.all)
        func `a headshot that is not at its place is reported, and does not count as removed`(
            store: TestStore
        ) async throws {
            try await TestHome.withEmulator(in: store) { test, emulator in
                let id = try await test.submitOne()
                let pruned = try await test.submitOne(PhotoFixture.landscape(seed: 1))
                _ = try await test.drain(asking: emulator.baseURL)
                let places = [
                    try #require(try await test.result(of: id)),
                    try #require(try await test.result(of: pruned)),
                ]
                // As after a move of the folder, or on a disk that is not there.
                _ = try await test.resultStore.removeAll(of: [id, pruned])
                let removal = try await janitor(test).remove(
                    [test.job(pruned)], withHeadshotsIn: test.results)
                #expect(removal.results == [])
                #expect(removal.missing == [places[1]])
                let forgotten = try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
                #expect(forgotten.jobs == [id])
                #expect(forgotten.results == [])
                #expect(forgotten.missing == [places[0]])
                let reported = test.events.all.compactMap { event in
                    if case .unusableFile(let path, _) = event { path } else { nil }
                }
                #expect(reported == [places[0]])
            }
        }

        @Test
        func `a removal that goes on after a crash misses no headshot that it removed before`()
            async throws
        {
            try await TestHome.withEmulator { test, emulator in
                let id = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                // Its kept body cannot be removed: the row stays, and the headshot is gone.
                let stuck = "\(test.home.answers)/\(id)-1.body"
                try DurableFile.makeFolder(stuck)
                let job = try await test.job(id)
                _ = try await janitor(test).remove([job], withHeadshotsIn: test.results)
                #expect(try await test.keptResults() == [])
                let left = try await test.job(id)
                #expect(left.result == nil)
                try FileManager.default.removeItem(atPath: stuck)
                let removal = try await janitor(test).remove([left], withHeadshotsIn: test.results)
                #expect(removal.jobs == [id])
                #expect(removal.missing == [])
            }
        }

        /// What takes jobs out.
        enum Way: CaseIterable {
            case prune, forget, forgetWhatWasPruned
        }

        private func remove(_ jobs: [Job], _ way: Way, _ test: TestHome) async throws -> Removal {
            guard way == .prune else {
                return try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
            }
            return try await janitor(test).remove(jobs, withHeadshotsIn: test.results)
        }

        @Test(arguments: [Way.prune, .forget])
        func `a file that cannot be removed keeps its own job with its headshot, and no other job`(
            way: Way
        ) async throws {
            try await TestHome.withEmulator { test, emulator in
                let stuck = try await test.submitOne()
                let other = try await test.submitOne(PhotoFixture.landscape(seed: 1))
                _ = try await test.drain(asking: emulator.baseURL)
                let jobs = [try await test.job(stuck), try await test.job(other)]
                // Anyone who can write in a shared folder can make it; it is tried before the headshot.
                let obstacle = "\(test.results)/\(stuck)-evil"
                try DurableFile.makeFolder(obstacle)
                if way == .prune {
                    let removal = try await remove(jobs, way, test)
                    #expect(removal.jobs == [other])
                    #expect(removal.problems.keys.sorted() == [stuck])
                    #expect(removal.problems[stuck]?.contains(obstacle) == true)
                } else {
                    let error = await #expect(throws: StorageError.self) {
                        _ = try await remove(jobs, way, test)
                    }
                    guard case .unusable(.file(obstacle), _) = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                }
                #expect(try await test.store.job(other) == nil)
                let kept = try await test.job(stuck)
                #expect(kept.result == jobs[0].result)
                let file = try #require(try await test.resultStore.file(of: kept))
                #expect(file.digest == jobs[0].resultDigest)
                #expect(try await file.read() != nil)

                try FileManager.default.removeItem(atPath: obstacle)
                let removal = try await remove([kept], way, test)
                #expect(removal.jobs == [stuck])
                #expect(removal.results.count == 1)
                #expect(removal.missing == [])
                #expect(removal.problems.isEmpty)
                #expect(try await test.keptResults() == [])
            }
        }

        @Test(arguments: Way.allCases)
        func `while the folder of headshots is missing, no job and no photo goes`(
            way: Way
        ) async throws {
            try await TestHome.withEmulator { test, emulator in
                let id = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                let job = try await test.job(id)
                if way == .forgetWhatWasPruned {
                    _ = try await janitor(test).remove([job], withHeadshotsIn: nil)
                }
                let photos = try await test.kept("photos")
                let away = "\(test.results)-away"
                try FileManager.default.moveItem(atPath: test.results, toPath: away)
                let error = await #expect(throws: StorageError.self) {
                    _ = try await remove([job], way, test)
                }
                guard case .unavailable(.file(test.results), _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(try await test.kept("photos") == photos)
                let left = try await test.store.job(id)?.job
                #expect(left?.result == (way == .forgetWhatWasPruned ? nil : job.result))
                // It does not keep others from starting.
                try await janitor(test).finish(results: test.results)
                #expect(!FileManager.default.fileExists(atPath: test.results))

                try FileManager.default.moveItem(atPath: away, toPath: test.results)
                let removal = try await remove([job], way, test)
                #expect(removal.results.count == 1)
                #expect(removal.missing == [])
                #expect(try await test.keptResults() == [])
            }
        }

        @Test(
            arguments: [
                "input || '/x'", "'../queue.sqlite'", "''", "'.'", "printf('%0300d', 0)",
            ])
        func `a name that leads to no photo does not keep its person, and is reported`(
            input: String
        ) async throws {
            try await TestHome.with { test in
                let id = try await test.submitOne()
                let photo = try await test.input(of: id)
                try tamper(withQueueOf: test.home.root, "UPDATE job SET input = \(input)")
                let crafted = try await test.input(of: id)
                let removal = try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
                #expect(removal.jobs == [id])
                #expect(removal.photos == [])
                #expect(removal.problems.keys.sorted() == [id])
                #expect(removal.problems[id]?.hasPrefix("\(crafted): ") == true)
                let reported = test.events.all.compactMap { event in
                    if case .unusableFile(let path, _) = event { path } else { nil }
                }
                #expect(reported == [crafted])
                #expect(try await test.store.markedPhotos() == [])
                #expect(try await test.store.leavingPersons() == [])
                #expect(try await test.kept("photos") == [photo])
                #expect(FileManager.default.fileExists(atPath: test.home.queue))
            }
        }

        @Test(arguments: TestStore.all)
        func `files of a job are found by its id, whatever its row says`(
            store: TestStore
        ) async throws {
            try await TestHome.with(in: store) { test in
                let id = try await test.submitOne()
                let other = try await test.submitOne(PhotoFixture.landscape(seed: 1))
                _ = try await test.store.cancel(id, now: test.clock.now)
                let results = test.home.resultFolder(test.results)
                try await results.objects.prepare(results.prefix)
                for name in ["\(id)-front.png", "\(id)-front.json", "\(other)-front.png", "mine"] {
                    try await results.objects.replace(results.prefix + name, Data())
                }
                let removal = try await janitor(test).remove(
                    [test.job(id)], withHeadshotsIn: test.results)
                #expect(removal.missing == [])
                #expect(try await results.list().map(\.name) == ["\(other)-front.png", "mine"])
            }
        }

        @Test(arguments: TestStore.all)
        func `a person whose job is running is not forgotten by halves`(store: TestStore)
            async throws
        {
            try await TestHome.with(in: store) { test in
                let id = try await test.submitOne()
                let waiting = try await test.submitOne()
                _ = try await test.claimed(by: WorkerID(freshName()))
                await #expect(throws: WorkerError.personIsBusy(jobs: [id.description])) {
                    try await janitor(test).forget(
                        #require(TestHome.person), results: test.results)
                }
                #expect(try await test.kept("photos").count == 2)
                #expect(try await test.job(waiting).state == .waiting)
            }
        }

        @Test(arguments: [true, false], TestStore.all)
        func `removed jobs lose their photos, and their headshots only if so told`(
            withHeadshots: Bool, store: TestStore
        ) async throws {
            try await TestHome.withEmulator(in: store) { test, emulator in
                let id = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                let job = try await test.job(id)
                let removal = try await janitor(test).remove(
                    [job], withHeadshotsIn: withHeadshots ? test.results : nil)
                #expect(removal.jobs == [id])
                #expect(removal.photos == [job.input])
                #expect(try await test.kept("photos") == [])
                #expect(try await test.keptResults().count == (withHeadshots ? 0 : 2))
                #expect(try await test.store.job(id) == nil)
            }
        }

        @Test(arguments: TestStore.all)
        func `the page beside a removed result goes with it, and another's stays`(
            store: TestStore
        ) async throws {
            try await TestHome.with(in: store) { test in
                let input = try await test.job(test.submitOne())
                _ = try await test.store.cancel(input.id, now: test.clock.now)
                let jobs = try (0..<2).map { _ in
                    NewJob(
                        kind: .analysis, payload: AnalysisOrder(wantsPage: true).payload,
                        provider: "local", person: input.person,
                        input: JobInput(photo: try #require(input.input), name: "me.jpg"))
                }
                let ids = try await test.store.submit(jobs, now: test.clock.now).map(\.id)
                _ = try await test.drain(asking: nil)
                let pages = try await test.keptResults().filter { $0.hasSuffix(".html") }
                #expect(pages.count == 2)
                _ = try await janitor(test).remove(
                    [test.job(ids[0])], withHeadshotsIn: test.results)
                let left = try await test.keptResults()
                #expect(!left.isEmpty)
                #expect(left.allSatisfy { $0.contains("\(ids[1])") }, "\(left)")
            }
        }

        private func janitor(_ test: TestHome) -> Janitor {
            Janitor(store: test.store, home: test.home, environment: test.environment)
        }
    }
}
