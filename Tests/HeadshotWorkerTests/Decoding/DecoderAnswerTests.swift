import Foundation
import Ground
import Isolation
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// What is believed of an answer, whoever wrote it.
@Suite(.timeLimit(.minutes(2)))
struct DecoderAnswerTests {
    private static let accepted = #"{"reply":{"_0":{"inspection":{"findings":[]}}}}"#
    private static let refused = """
        {"reply":{"_0":{"inspection":{"findings":[{"rule":"format","severity":"refusal",\
        "seen":"?","limit":"?","sentence":"?"}]}}}}
        """

    @Test func `An honest answer is read as it was written`() async throws {
        let reply = PictureReply(
            inspection: Inspection(facts: nil, findings: []), picture: try await Self.bare())
        let frame = try #require(DecoderAnswer.reply(reply).frame)
        guard case .reply(let read) = DecoderAnswer(frame, to: Self.prepare) else {
            Issue.record("not read")
            return
        }
        #expect(read == reply)
    }

    @Test(arguments: [
        "", "{]}", "null", "[]", #"{"reply":{}}"#, #"{"other":{"_0":"x"}}"#,
        String(repeating: "[", count: 100_000),
        // Nothing of ours counts so far, and a terminal obeys the rest.
        accepted.replacing("{\"findings", with: "{\"x\":1e300,\"findings"),
        refused.replacing("\"?\"", with: "\"\\u001b[2J\""),
        refused.replacing("\"?\"", with: "\"\\u202egnp.exe\""),
        refused.replacing("\"?\"", with: "\"\(String(repeating: "a", count: 1001))\""),
    ])
    func `An answer that no decoder of ours would write is not believed`(head: String) {
        #expect(DecoderAnswer(Frame(head: Data(head.utf8)), to: Self.prepare) == nil)
    }

    @Test func `A picture is believed only where one is due, and if it is bare`() async throws {
        let bare = try await Self.bare()
        let small = Data("P6\n2 1\n255\n".utf8) + Data(count: 6)
        let cases: [(head: String, body: Data, task: PictureTask, isBelieved: Bool)] = [
            (Self.accepted, bare, Self.prepare, true),
            (Self.accepted, bare, .look(pictureSide: 960), true),
            (Self.accepted, bare, .show(side: 2, asPixels: false), true),
            (Self.accepted, small, .show(side: 2, asPixels: true), true),
            (Self.accepted, small, .show(side: 1, asPixels: true), false),
            (Self.accepted, bare, .show(side: 2, asPixels: true), false),
            (Self.accepted, small, Self.prepare, false),
            (Self.refused, bare, Self.prepare, false),
            (Self.accepted, bare, .check(looks: true), false),
            (Self.accepted, bare + Data("trailer".utf8), Self.prepare, false),
            (Self.accepted, try PhotoFixture.jpeg(orientation: 6), Self.prepare, false),
            (Self.accepted, try PhotoFixture.png(width: 300, height: 300), Self.prepare, false),
            (#"{"failure":{"_0":"x"}}"#, bare, Self.prepare, false),
        ]
        for (index, item) in cases.enumerated() {
            let frame = Frame(head: Data(item.head.utf8), body: item.body)
            let isBelieved = DecoderAnswer(frame, to: item.task) != nil
            #expect(isBelieved == item.isBelieved, "case \(index)")
        }
    }

    private static let prepare = PictureTask.prepare(usesPlanes: true, looks: false)

    private static func bare() async throws -> Data {
        let preparation = try await PhotoPreparer().prepare(PhotoFixture.jpeg())
        guard case .prepared(let photo) = preparation else {
            throw PhotoFixtureError.cannotDecode
        }
        return photo.jpeg
    }
}
