import Foundation
import Generation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// Answers with more than a headshot, or under a status that denies it: what was paid for is not thrown away.
@Suite(.timeLimit(.minutes(10)))
struct SeveralPicturesTests {
    /// A picture that is not a headshot.
    enum Other: CaseIterable {
        case tiny, tooSmall, cut, anotherFormat

        func bytes() throws -> Data {
            switch self {
            case .tiny: try PhotoFixture.png(width: 16, height: 16)
            case .tooSmall: try PhotoFixture.jpeg(width: 255, height: 255)
            case .cut:
                PhotoFixture.truncated(
                    try PhotoFixture.jpeg(width: 400, height: 500, noise: 40), to: 0.5)
            case .anotherFormat: Data("\0\0\0\u{18}ftypavif\0\0\0\0avifmif1".utf8)
            }
        }
    }

    /// An answer with pictures, of which some at the beginning are drafts; without or with the service's error.
    private static func body(_ pictures: [Data], drafts: Int = 0, besideError: Bool = false) -> Data
    {
        let parts = pictures.enumerated().map { index, picture in
            #"{"thought":\#(index < drafts),"inlineData":{"mimeType":"image/png","#
                + #""data":"\#(picture.base64EncodedString())"}}"#
        }.joined(separator: ",")
        let error =
            besideError
            ? #""error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"},"# : ""
        return Data(
            (#"{\#(error)"candidates":[{"content":{"parts":[\#(parts)]},"finishReason":"STOP"}],"#
                + #""usageMetadata":{"promptTokenCount":541,"candidatesTokenCount":1290,"#
                + #""candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":1290}],"#
                + #""totalTokenCount":1831},"modelVersion":"gemini-2.5-flash-image"}"#).utf8)
    }

    private static func good() throws -> Data { try PhotoFixture.png(width: 400, height: 500) }

    /// Takes a job through a worker whose provider answers so, once.
    private func made(
        _ body: Data, status: Int = 200, in test: TestHome
    ) async throws -> Job {
        let id = try await test.submitOne()
        let server = try ScriptedServer(
            [.readRequest, .write(ScriptedServer.answer(status, body))])
        _ = try await test.drain(asking: server.url)
        #expect(server.requests.count == 1)
        return try await test.job(id)
    }

    private func keptBodies(_ test: TestHome) throws -> [Data] {
        try test.files(in: test.home.answers).map {
            try Data(contentsOf: URL(filePath: "\(test.home.answers)/\($0)"))
        }
    }

    @Test(arguments: Other.allCases, [false, true])
    func `of two pictures the headshot is saved, and the whole answer is kept`(
        other: Other, comesLast: Bool
    ) async throws {
        let pair = [try Self.good(), try other.bytes()]
        let body = Self.body(comesLast ? pair : pair.reversed())
        try await TestHome.with { test in
            let job = try await made(body, in: test)
            #expect(job.state == .succeeded)
            let saved = try #require(try await test.result(of: job.id))
            #expect(try Data(contentsOf: URL(filePath: saved)) == pair[0])
            #expect(try keptBodies(test) == [body])
            #expect(test.files(in: test.home.spool).isEmpty)
            #expect(try await test.charges(of: job.id).map(\.state) == [.paid])
        }
    }

    @Test func `a single picture that is a headshot leaves nothing beside it`() async throws {
        try await TestHome.with { test in
            let job = try await made(Self.body([Self.good()]), in: test)
            #expect(job.state == .succeeded)
            #expect(try keptBodies(test).isEmpty)
        }
    }

    @Test func `of pictures that are no headshots, and of broken ones, the whole answer is kept`()
        async throws
    {
        let sets = try [
            Other.allCases.map { try $0.bytes() }, [Other.tiny.bytes(), Data()],
            [Other.cut.bytes()],
        ]
        for pictures in sets {
            let body = Self.body(pictures)
            try await TestHome.with { test in
                let job = try await made(body, in: test)
                #expect(job.state == .failed && job.reason == "unreadable_answer")
                #expect(try keptBodies(test) == [body])
                let charges = try await test.charges(of: job.id)
                #expect(charges.map(\.state) == [.paid])
                let place = try #require(await test.home.keptAnswer(to: charges))
                #expect(try Data(contentsOf: URL(filePath: place)) == body)
            }
        }
    }

    /// What a service sent in place of a headshot, and what it sent before that.
    private static func displaced() throws -> [Data] {
        let tiny = try Other.tiny.bytes()
        return try [
            body([good(), tiny], drafts: 1),
            body([good()] + [Data](repeating: tiny, count: 30)),
            body([Data](repeating: tiny, count: 30) + [good()], drafts: 31),
        ]
    }

    @Test func `a headshot is saved from a draft, and from before any number of small pictures`()
        async throws
    {
        for body in try Self.displaced() {
            try await TestHome.with { test in
                let job = try await made(body, in: test)
                #expect(job.state == .succeeded)
                let saved = try #require(try await test.result(of: job.id))
                #expect(try Data(contentsOf: URL(filePath: saved)) == Self.good())
                #expect(try keptBodies(test) == [body])
            }
        }
    }

    @Test func `a draft beside a headshot is not worth keeping`() async throws {
        let body = Self.body([try Self.good(), try Self.good()], drafts: 1)
        try await TestHome.with { test in
            let job = try await made(body, in: test)
            #expect(job.state == .succeeded)
            #expect(try keptBodies(test).isEmpty)
        }
    }

    @Test func `the headshot among several pictures is saved after a worker's death, too`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let (_, charge) = try await test.charged(by: WorkerID(freshName()))
            let body = Self.body([try Self.good(), try Other.cut.bytes()])
            let header = Spool.Header(job: id, charge: charge.id, isWhole: true)
            try await Spool(home: test.home).keep(Spool.Entry(header: header, body: body))
            _ = try await test.store.recover(
                from: test.store.owners(),
                spooled: [SpooledAnswer(job: id, charge: charge.id)], now: test.clock.now)
            _ = try await test.drain(asking: nil)
            let saved = try #require(try await test.result(of: id))
            #expect(try Data(contentsOf: URL(filePath: saved)) == Self.good())
        }
    }

    @Test(arguments: [
        (500, false), (502, false), (504, false), (408, false), (520, false), (429, false),
        (302, false), (503, true), (400, true), (401, true), (429, true),
    ])
    func `a picture under a status of failure is kept, and saved if the user says it was charged`(
        status: Int, besideError: Bool
    ) async throws {
        let body = Self.body([try Self.good()], besideError: besideError)
        try await TestHome.with { test in
            let id = try await made(body, status: status, in: test).id
            let job = try await test.job(id)
            #expect(job.state == .uncertain && job.reason == "gateway")
            #expect(try await test.charges(of: id).map(\.state) == [.unknown])
            #expect(try keptBodies(test) == [body])
            #expect(test.files(in: test.home.spool).isEmpty)

            let recovery = OrphanRecovery(store: test.store, home: test.home)
            #expect(try await !recovery.adoptAnswer(of: id, now: test.clock.now))
            // Nor does a worker that comes by take it for proof of a charge.
            _ = try await test.drain(asking: nil)
            #expect(try await test.job(id).state == .uncertain)
            #expect(try await recovery.adoptAnswer(of: id, isPaid: true, now: test.clock.now))
            _ = try await test.drain(asking: nil)
            let saved = try #require(try await test.result(of: id))
            #expect(try Data(contentsOf: URL(filePath: saved)) == Self.good())
            let charges = try await test.charges(of: id)
            #expect(charges.map(\.state) == [.paid])
            #expect(charges.allSatisfy { $0.receipt?.contains("gemini-2.5-flash-image") == true })
            #expect(charges.allSatisfy { ($0.cost ?? 0) > 0 })
        }
    }

    @Test func `a kept answer of a job that has ended is not taken`() async throws {
        let body = Self.body([try Self.good(), try Self.good()])
        try await TestHome.with { test in
            let job = try await made(body, in: test)
            let recovery = OrphanRecovery(store: test.store, home: test.home)
            #expect(
                try await !recovery.adoptAnswer(of: job.id, isPaid: true, now: test.clock.now))
            #expect(try await test.job(job.id).state == .succeeded)
            #expect(test.files(in: test.home.spool).isEmpty)
        }
    }
}
