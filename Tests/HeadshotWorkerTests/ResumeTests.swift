import Foundation
import Ground
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// Jobs whose workers died, taken up by a worker that must not reach the network.
@Suite(.timeLimit(.minutes(10)))
struct ResumeTests {
    private let dead = WorkerID(freshName())

    @Test func `a spooled answer is saved without the network`() async throws {
        try await resume { test, id, picture in
            let summary = try await drain(test)
            #expect(summary == WorkSummary(jobs: [.succeeded: 1], ending: .done))
            #expect(test.events.all.contains { if case .recovered = $0 { true } else { false } })
            let path = "\(test.results)/\(id)-front-professional.png"
            #expect(try Data(contentsOf: URL(filePath: path)) == picture)
            #expect(try await test.result(of: id) == path)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            #expect(try await test.charges(of: id).map(\.cost) == [38_880])
        }
    }

    @Test func `a headshot that was saved before the worker died is not saved twice`()
        async throws
    {
        try await resume { test, id, picture in
            try DurableFile.makeFolder(test.results)
            let path = "\(test.results)/\(id)-front-professional.png"
            try picture.write(to: URL(filePath: path))
            _ = try await drain(test)
            #expect(try await test.result(of: id) == path)
            let stem = "\(id)-front-professional"
            #expect(test.files(in: test.results) == ["\(stem).json", "\(stem).png"])
        }
    }

    @Test func `a file that is not ours is never overwritten`() async throws {
        try await resume { test, id, picture in
            try DurableFile.makeFolder(test.results)
            let stem = "\(test.results)/\(id)-front-professional"
            let foreign = Data("mine".utf8)
            try foreign.write(to: URL(filePath: "\(stem).png"))
            _ = try await drain(test)
            #expect(try Data(contentsOf: URL(filePath: "\(stem).png")) == foreign)
            #expect(try await test.result(of: id) == "\(stem)-2.png")
            #expect(try Data(contentsOf: URL(filePath: "\(stem)-2.png")) == picture)
        }
    }

    @Test func `a spooled answer that is no picture is kept for inspection`() async throws {
        let rubbish = Data("no picture".utf8)
        try await resume(rubbish) { test, id, _ in
            _ = try await drain(test)
            let job = try await test.job(id)
            #expect(job.state == .failed)
            #expect(job.reason == "unreadable_answer")
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            let kept = try #require(test.files(in: test.home.answers).first)
            let bytes = try Data(contentsOf: URL(filePath: "\(test.home.answers)/\(kept)"))
            #expect(bytes == rubbish)
        }
    }

    @Test(arguments: ["abort", "die", "babble"])
    func `a paid headshot that cannot be decoded safely is saved, and said to be so`(
        misdeed: String
    ) async throws {
        try await resume(Data(misdeed.utf8)) { test, id, picture in
            _ = try await drain(test, decoders: .hostile())
            let job = try await test.job(id)
            #expect(job.state == .succeeded)
            let path = try #require(try await test.result(of: id))
            #expect(try Data(contentsOf: URL(filePath: path)) == picture)
            let finding = try #require(job.headshotAnalysis?.findings.first)
            #expect(finding.rule == "headshotDecoding")
            #expect(finding.severity == .warning)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
        }
    }

    @Test func `a photo that crashes its decoder is rejected, free, and others go on`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            // Bytes that no submit takes, under the name that they would have.
            let intake = try await PhotoIntake(home: test.home)
            try await intake.append(Data("crash".utf8))
            let name = await intake.digest + (try await test.input(of: id)).dropFirst(64)
            try await intake.keep(as: name)
            try tamper(withQueueOf: test.home.root, "UPDATE job SET input = '\(name)'")
            _ = try await drain(test, decoders: .hostile())
            let job = try await test.job(id)
            #expect(job.state == .rejected)
            #expect(job.reason == "safeDecoding")
            #expect(job.photoFindings.first?.sentence.contains("decoded safely") == true)
            #expect(try await test.charges(of: id).isEmpty)
        }
    }

    @Test func `a stored photo that is gone fails its job before anything is paid`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            try await test.home.objects.remove([PhotoStore.key(test.input(of: id))])
            _ = try await drain(test)
            let job = try await test.job(id)
            #expect(job.state == .failed)
            #expect(job.reason == "photo_missing")
            #expect(try await test.charges(of: id).isEmpty)
        }
    }

    @Test func `a photo that cannot be decoded is rejected, free, with its findings`() async throws
    {
        try await TestHome.with { test in
            let photo = PhotoFixture.truncated(try PhotoFixture.jpeg(noise: 40), to: 0.5)
            let id = try await test.submitOne(photo)
            let summary = try await drain(test)
            #expect(summary.badEnds == 1)
            let job = try await test.job(id)
            #expect(job.state == .rejected)
            #expect(job.reason == "decoding")
            #expect(job.facts?.contains("\"width\":640") == true)
            #expect(job.findings?.contains("\"rule\":\"decoding\"") == true)
            #expect(try await test.charges(of: id).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("headshot", "gemini", #"{"style":"from the future"}"#),
            (
                "headshot", "gemini",
                #"{"style":{"angle":"above","background":"casual"},"force":false}"#
            ),
            (
                "headshot", "gemini",
                #"{"style":{"angle":"front","background":"casual"},"force":false,"look":{"tone":"warm"}}"#
            ),
            (
                "headshot", "local",
                #"{"style":{"angle":"front","background":"casual"},"force":false,"backdrop":"beach"}"#
            ),
            ("analysis", "local", #"{"report":false,"depth":3}"#),
            ("analysis", "local", "{}"),
            ("poem", "local", "{}"),
            ("poem", "gemini", "{}"),
            ("coach_summary", "gemini-words", #"{"data":{"score":7},"persona":"a pirate"}"#),
        ])
    func `a job of a newer program waits without an attempt, and others are done`(
        kind: String, provider: String, payload: String
    ) async throws {
        try await TestHome.with { test in
            let known = try await test.job(test.submitOne())
            _ = try await test.store.cancel(known.id, now: test.clock.now)
            let input = JobInput(photo: try #require(known.input), name: "me.jpg")
            let strange = NewJob(
                kind: JobKind(rawValue: kind), payload: payload, provider: provider,
                person: known.person, input: input)
            let own = NewJob(
                kind: .analysis, payload: AnalysisOrder().payload, provider: "local",
                person: known.person, input: input)
            let ids = try await test.store.submit([strange, own], now: test.clock.now).map(\.id)
            let before = try await test.job(ids[0])
            _ = try await drain(test)
            #expect(try await test.job(ids[0]) == before)
            #expect(before.state == .waiting)
            #expect(try await test.charges(of: ids[0]).isEmpty)
            #expect(try await test.job(ids[1]).state == .succeeded)
            let isReported = test.events.all.contains(.leftOut(ids[0], count: 1))
            #expect(isReported)
        }
    }

    @Test func `a paid answer for a job of a newer program is kept for a newer worker`()
        async throws
    {
        try await TestHome.with { test in
            let known = try await test.job(test.submitOne())
            _ = try await test.store.cancel(known.id, now: test.clock.now)
            let strange = NewJob(
                kind: .headshot, payload: #"{"style":"from the future"}"#, provider: "gemini",
                person: known.person,
                input: JobInput(photo: try #require(known.input), name: "me.jpg"))
            let id = try #require(
                await test.store.submit([strange], now: test.clock.now).first
            ).id
            _ = try await test.answered(by: dead, try PhotoFixture.png(width: 400, height: 500))
            let own = try await test.submitOne()
            _ = try await test.answered(by: dead, try PhotoFixture.png(width: 400, height: 500))
            _ = try await drain(test)
            let job = try await test.job(id)
            #expect(job.state == .waiting && job.waitReason == .answered)
            #expect(test.files(in: test.home.spool).count == 1)
            #expect(try await test.job(own).state == .succeeded)
        }
    }

    /// Gives `body` a home in which a worker died with an answer in the spool.
    private func resume(
        _ picture: Data? = nil, _ body: (TestHome, JobID, Data) async throws -> Void
    ) async throws {
        let picture = try picture ?? PhotoFixture.png(width: 400, height: 500)
        try await TestHome.with { test in
            let id = try await test.submitOne()
            _ = try await test.answered(by: dead, picture)
            try await body(test, id, picture)
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }

    private func drain(
        _ test: TestHome, decoders: DecoderPool = .built
    ) async throws -> WorkSummary {
        let server = try ScriptedServer()
        let summary = try await test.drain(asking: server.url, decoders: decoders)
        #expect(server.log.isEmpty)
        return summary
    }
}
