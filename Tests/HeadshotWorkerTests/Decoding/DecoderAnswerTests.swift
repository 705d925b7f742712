import Decoding
import FaceFacts
import FaceMeasuring
import Foundation
import Ground
import Imaging
import Isolation
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// What is believed of an answer, whoever wrote it.
@Suite(.timeLimit(.minutes(10)))
struct DecoderAnswerTests {
    private static let accepted = #"{"reply":{"_0":{"inspection":{"findings":[]}}}}"#
    private static let refused = """
        {"reply":{"_0":{"inspection":{"findings":[{"limit":"?","rule":"format","seen":"?",\
        "sentence":"?","severity":"refusal"}]}}}}
        """
    private static let analyzed = """
        {"reply":{"_0":{"analysis":{"facts":{"faces":[],"height":1,"width":1},"findings":[]},\
        "inspection":{"findings":[]}}}}
        """
    /// A terminal obeys what it says.
    private static let evil = refused.replacing("\"?\"", with: "\"\\u001b[2J\"")

    @Test func `An honest answer is read as it was written`() async throws {
        let reply = PictureReply(
            inspection: Inspection(facts: nil, findings: []), picture: try await Self.bare())
        let frame = try #require(DecoderAnswer.reply(reply).frame(1))
        guard case .reply(let read) = DecoderAnswer(frame, to: Self.prepare) else {
            Issue.record("not read")
            return
        }
        #expect(read == reply)
    }

    @Test(arguments: [accepted, refused, analyzed])
    func `An answer as our decoder writes it is believed`(head: String) {
        #expect(DecoderAnswer(Frame(1, head: Data(head.utf8)), to: Self.check) != nil)
    }

    @Test func `A fault says in one line what a library said`() throws {
        let text = "tracked: out of memory\n\u{1B}[2J" + String(repeating: " again", count: 999)
        let error = ValidationError.memoryExhausted(stage: .geometry, detail: text)
        let frame = try #require(DecoderAnswer.failure(DecoderFault(error)).frame(1))
        guard case .failure(let fault) = DecoderAnswer(frame, to: Self.check) else {
            Issue.record("not believed")
            return
        }
        #expect(fault.cause == .memory)
        #expect(fault.detail.hasPrefix("tracked: out of memory [2J again again"))
    }

    @Test(arguments: [
        "", "{]}", "null", "[]", #"{"reply":{}}"#, #"{"other":{"_0":"x"}}"#,
        String(repeating: "[", count: 100_000),
        // No type of ours knows it.
        accepted.replacing("{\"findings", with: "{\"x\":1,\"findings"),
        accepted.replacing(":", with: ": "), evil,
    ])
    func `An answer that no decoder of ours would write is not believed`(head: String) {
        #expect(DecoderAnswer(Frame(1, head: Data(head.utf8)), to: Self.check) == nil)
    }

    @Test(arguments: [
        ("Zoë: ½ of 写真 🙂", true), (String(repeating: "a", count: 1000), true),
        (String(repeating: "a", count: 1001), false), ("\u{1B}[2J", false), ("a\nb", false),
        ("\u{202E}gnp.exe", false), ("a\u{2028}b", false), ("a\u{200B}b", false),
    ])
    func `A text is believed if it is short and plain`(sentence: String, isBelieved: Bool) throws {
        let finding = Finding(
            rule: "format", severity: .refusal, seen: "?", limit: "?", sentence: sentence)
        let reply = PictureReply(inspection: Inspection(facts: nil, findings: [finding]))
        let frame = try #require(DecoderAnswer.reply(reply).frame(1))
        #expect((DecoderAnswer(frame, to: Self.check) != nil) == isBelieved)
    }

    @Test(arguments: [(accepted, evil), (evil, accepted), (accepted, accepted)])
    func `A member that comes twice is not believed, whichever of both a parser takes`(
        first: String, second: String
    ) {
        func inspection(_ head: String) -> Substring {
            head.dropFirst(#"{"reply":{"_0":{"#.count).dropLast(3)
        }
        let head = #"{"reply":{"_0":{\#(inspection(first)),\#(inspection(second))}}}"#
        #expect(DecoderAnswer(Frame(1, head: Data(head.utf8)), to: Self.check) == nil)
    }

    @Test func `A number that no picture has is not believed, wherever it is`() async throws {
        let face = DrawnFace.portrait
        let analysis = try FaceAnalyzer().analyze(
            PhotoPixels(width: face.width, height: face.height, rgb: Data(face.rgb)))
        let facts = try await PhotoInspector.inspect(face.jpeg()).facts
        let reply = PictureReply(
            inspection: Inspection(facts: facts, findings: []), analysis: analysis)
        let frame = try #require(DecoderAnswer.reply(reply).frame(1))
        #expect(DecoderAnswer(frame, to: Self.check) != nil)
        let variants = NumberEnds.variants(of: String(decoding: frame.head, as: UTF8.self))
        #expect(variants.count > 200)
        for variant in variants {
            let answer = DecoderAnswer(Frame(1, head: Data(variant.utf8)), to: Self.check)
            #expect(answer == nil, "\(variant)")
        }
    }

    @Test(
        arguments: [
            (accepted, prepare, false), (refused, prepare, true),
            (accepted, .look(pictureSide: nil), false),
            (analyzed, .look(pictureSide: nil), true),
            (accepted, .makeHeadshot(backdrop: .own), false),
            // There is no face to make one around.
            (analyzed, .makeHeadshot(backdrop: .own), true),
            (accepted, .measure, true), (accepted, .show(side: 9, asPixels: false), true),
        ] as [(String, PictureTask, Bool)])
    func `A photo is accepted only by an answer with which its job can go on`(
        head: String, task: PictureTask, isBelieved: Bool
    ) {
        let answer = DecoderAnswer(Frame(1, head: Data(head.utf8)), to: task)
        #expect((answer != nil) == isBelieved)
    }

    @Test func `A picture is believed only where one is due, and if it is bare`() async throws {
        let bare = try await Self.bare()
        let small = Data("P6\n2 1\n255\n".utf8) + Data(count: 6)
        let cases: [(head: String, body: Data, task: PictureTask, isBelieved: Bool)] = [
            (Self.accepted, bare, Self.prepare, true),
            (Self.analyzed, bare, .look(pictureSide: 960), true),
            (Self.accepted, bare, .look(pictureSide: 960), false),
            (Self.accepted, bare, .prepare(looks: true), false),
            (Self.analyzed, bare, .prepare(looks: true), true),
            (Self.accepted, bare, .show(side: 2, asPixels: false), true),
            (Self.accepted, small, .show(side: 2, asPixels: true), true),
            (Self.accepted, small, .show(side: 1, asPixels: true), false),
            (Self.accepted, bare, .show(side: 2, asPixels: true), false),
            (Self.accepted, small, Self.prepare, false),
            (Self.refused, bare, Self.prepare, false),
            (Self.accepted, bare, .check(looks: true), false),
            (Self.accepted, bare, .shrink, true), (Self.accepted, small, .shrink, false),
            (Self.accepted, Data(), .shrink, false), (Self.refused, bare, .shrink, false),
            (Self.accepted, bare + Data("trailer".utf8), Self.prepare, false),
            (Self.accepted, try PhotoFixture.jpeg(orientation: 6), Self.prepare, false),
            (Self.accepted, try PhotoFixture.png(width: 300, height: 300), Self.prepare, false),
            (#"{"failure":{"_0":"x"}}"#, bare, Self.prepare, false),
        ]
        for (index, item) in cases.enumerated() {
            let frame = Frame(1, head: Data(item.head.utf8), body: item.body)
            let isBelieved = DecoderAnswer(frame, to: item.task) != nil
            #expect(isBelieved == item.isBelieved, "case \(index)")
        }
    }

    private static let prepare = PictureTask.prepare(looks: false)
    private static let check = PictureTask.check(looks: true)

    private static func bare() async throws -> Data {
        let preparation = try await PhotoPreparer().prepare(PhotoFixture.jpeg())
        guard case .prepared(let photo) = preparation else {
            throw PhotoFixtureError.cannotDecode
        }
        return photo.jpeg
    }
}
