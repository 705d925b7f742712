import Companion
import Foundation
import Testing

@testable import Answers
@testable import JobQueue

/// What is said of a text that a model may improve.
struct ModelTextTests {
    private struct Line: Codable {
        let text: String
    }

    /// The job that may bring a better text.
    private static let job = JobID(at: Date(timeIntervalSince1970: 1_795_251_600))

    private static let replies: [(Reply?, String)] = [
        (nil, #"{"source":"local","state":"final","text":"local"}"#),
        (Reply.none, #"{"source":"local","state":"final","text":"local"}"#),
        (
            .pending(job),
            #"{"job":"\#(job)","source":"local","state":"improving","text":"local"}"#
        ),
        (
            .answered(#"{"text":"better"}"#, provider: "gemini"),
            #"{"source":"gemini","state":"final","text":"better"}"#
        ),
        (
            .answered(#"{"text":"better"}"#, provider: ""),
            #"{"source":"model","state":"final","text":"better"}"#
        ),
        (
            .answered("[]", provider: "gemini"),
            #"{"note":"in vain","source":"local","state":"final","text":"local"}"#
        ),
        (
            .gone(reason: CancellationReason.expired.rawValue),
            #"{"note":"in vain","source":"local","state":"final","text":"local"}"#
        ),
        (
            .gone(reason: CancellationReason.forgotten.rawValue),
            #"{"source":"local","state":"final","text":"local"}"#
        ),
    ]

    @Test(arguments: replies)
    func `the local text stands until a better one is there, and a failure is named`(
        reply: Reply?, json: String
    ) throws {
        let model = ModelText<Line>(reply)
        let line = Line(text: model.answer?.text ?? "local")
        let answer = Improvable(line, model.origin(ifFailed: "in vain"))
        #expect(try AnswerJSON.line(answer) == json)
        #expect(answer.text == line.text)
    }

    @Test func `a text that no model can improve has no origin`() throws {
        #expect(
            try AnswerJSON.line(Improvable(Line(text: "mine"), .none)) == #"{"text":"mine"}"#)
    }
}
