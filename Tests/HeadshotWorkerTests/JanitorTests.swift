import Foundation
import JobQueue
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker

/// Taking jobs and people out.
@Suite(.timeLimit(.minutes(1)))
struct JanitorTests {
    @Test func `nothing of a forgotten person is left in any file`() async throws {
        let scenario = #"{"rules":[{"answer":"malformed-json","times":1}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let photo = try PhotoFixture.jpeg(noise: 30)
            try await test.submit(photo)
            _ = try await test.drain(asking: emulator.baseURL)
            try await test.submit(photo)
            _ = try await test.drain(asking: emulator.baseURL)
            try await test.submit(photo, notBefore: test.clock.now + 60)
            let result = try await headshot(of: test)
            let prompt = test.prompts.prompt(
                for: Style(angle: .front, background: .professional))
            let traces = [
                Data("person-7f3a".utf8), Data("handed-in".utf8), photo[2000..<2064],
                try Data(contentsOf: URL(filePath: result))[2000..<2064],
                Data(prompt.text.utf8.prefix(60)),
            ]
            #expect(try traces.allSatisfy { try isAnywhere($0, in: test) })

            let removal = try await janitor(test).forget(
                #require(TestHome.person), results: test.results)
            #expect(removal.jobs.count == 3)
            for (number, trace) in traces.enumerated() {
                #expect(try !isAnywhere(trace, in: test), "trace \(number)")
            }
            // The money stays counted, without a name.
            let usage = try await test.store.usage(
                cap: DailyCap(timeZone: .gmt), now: test.clock.now)
            #expect(usage[nil]?.usedToday == 2)
            #expect(usage.count == 1)
        }
    }

    @Test func `forgetting one person leaves another's photo, which has the same bytes`()
        async throws
    {
        try await TestHome.with { test in
            let photo = try PhotoFixture.jpeg()
            try await test.submit(photo)
            let id = try #require(
                try await test.submit(photo, person: Person("another")).first)
            _ = try await janitor(test).forget(
                #require(TestHome.person), results: test.results)
            let name = try await test.input(of: id)
            #expect(try await PhotoStore(home: test.home).photo(named: name) == photo)
        }
    }

    @Test func `a headshot whose job was removed before is forgotten with its person`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            try await test.submit(PhotoFixture.jpeg(seed: 1), person: Person("another"))
            _ = try await test.drain(asking: emulator.baseURL)
            _ = try await janitor(test).remove([test.job(id)], withHeadshots: false)
            #expect(test.files(in: test.results).count == 4)
            let removal = try await janitor(test).forget(
                #require(TestHome.person), results: test.results)
            #expect(removal.jobs.isEmpty)
            #expect(removal.results.count == 1)
            #expect(test.files(in: test.results).count == 2)
        }
    }

    @Test func `a person whose job is running is not forgotten by halves`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let waiting = try await test.submitOne()
            _ = try await test.claimed(by: WorkerID(freshName()))
            await #expect(throws: WorkerError.personIsBusy(jobs: [id.description])) {
                try await janitor(test).forget(
                    #require(TestHome.person), results: test.results)
            }
            #expect(test.files(in: test.home.photos).count == 2)
            #expect(try await test.job(waiting).state == .waiting)
        }
    }

    @Test(arguments: [true, false])
    func `removed jobs lose their photos, and their headshots only if so told`(
        withHeadshots: Bool
    ) async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne()
            _ = try await test.drain(asking: emulator.baseURL)
            let job = try await test.job(id)
            let removal = try await janitor(test).remove([job], withHeadshots: withHeadshots)
            #expect(removal.jobs == [id])
            #expect(removal.photos == [job.input])
            #expect(test.files(in: test.home.photos).isEmpty)
            #expect(test.files(in: test.results).count == (withHeadshots ? 0 : 2))
            #expect(try await test.store.job(id) == nil)
        }
    }

    private func janitor(_ test: TestHome) -> Janitor {
        Janitor(store: test.store, home: test.home, environment: test.environment)
    }

    private func headshot(of test: TestHome) async throws -> String {
        try #require(try await test.store.jobs(JobFilter(states: [.succeeded])).first?.result)
    }

    /// Whether bytes are in any file of the home or of the results.
    private func isAnywhere(_ bytes: Data, in test: TestHome) throws -> Bool {
        try [test.home.root, test.results].contains { folder in
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return paths.contains { path in
                let file = FileManager.default.contents(atPath: "\(folder)/\(path)")
                return file?.range(of: bytes) != nil
            }
        }
    }
}
