import Foundation
import TestSupport
import Testing
import Transfer

@testable import Generation

/// OpenAI's answers with a status of 200: the model has worked, and is paid.
@Suite(.timeLimit(.minutes(10)))
struct OpenAIAnswerTests {
    private static let usage = #"""
        "usage":{"input_tokens":530,"input_tokens_details":{"image_tokens":323,"text_tokens":207},
        "output_tokens":1584,"total_tokens":2114}
        """#
    private static let receipt = Receipt(
        requestID: "req_1",
        usage: TokenUsage(
            prompt: 530, candidates: 1584, thoughts: 0, total: 2114, imageTokens: nil,
            photoTokens: 323))

    private static func pictures(_ data: String) -> String {
        #"{"created":1,"data":[\#(data)],"output_format":"jpeg",\#(usage)}"#
    }

    private static func picture(_ data: Data, _ type: String, isAlone: Bool = true) -> Answer {
        .made(
            .picture(
                GeneratedPicture(
                    data: data, mimeType: type, text: nil, receipt: receipt, isAlone: isAlone)))
    }

    private static let afterBroken = pictures(
        #"{"b64_json":"*"},{"b64_json":"\#(Bodies.png.base64EncodedString())"}"#)

    private static func unreadable(
        _ description: String, _ body: String, _ detail: String,
        receipt: Receipt = Receipt(requestID: "req_1")
    ) -> ReadBody {
        let kept = body.replacing(testKey, with: "[key]")
        let paid = PaidBody(Data(kept.utf8), receipt: receipt)
        return ReadBody(
            description, body, .unreadable(UnreadableAnswer(detail: detail, paid: paid))
        )
    }

    private static func none(
        _ description: String, _ body: String, _ kind: EmptyAnswer.Kind
    ) -> ReadBody {
        let paid = PaidBody(Data(body.utf8), receipt: receipt)
        return ReadBody(
            description, body,
            .nothing(EmptyAnswer(kind: kind, reason: nil, text: nil, paid: paid)))
    }

    private static let jpeg = Bodies.jpeg.base64EncodedString()
    private static let large = Bodies.jpeg + Data(count: 1000)
    private static let url = "data:image/jpeg;base64,\(large.base64EncodedString())"
    private static let webp = Data("RIFF????WEBPVP8 ".utf8).base64EncodedString()

    private static let pictureAnswers = [
        ReadBody(
            "a picture", pictures(#"{"b64_json":"\#(jpeg)"}"#), picture(Bodies.jpeg, "image/jpeg")),
        ReadBody(
            "a picture of another type, after a broken one", afterBroken,
            picture(Bodies.png, "image/png", isAlone: false)),
        ReadBody(
            "a picture in another place than a broken one",
            #"{"data":[{"b64_json":"*"}],"artifacts":[{"result":"\#(jpeg)"}],\#(usage)}"#,
            picture(Bodies.jpeg, "image/jpeg", isAlone: false)),
        ReadBody(
            "a picture in another place alone",
            #"{"output":[{"type":"image_generation_call","result":"\#(jpeg)"}],\#(usage)}"#,
            picture(Bodies.jpeg, "image/jpeg")),
        ReadBody(
            "a picture as a URL", pictures(#"{"url":"data:image/jpeg;base64,\#(jpeg)"}"#),
            picture(Bodies.jpeg, "image/jpeg")),
        ReadBody(
            "a picture as a URL in capitals",
            pictures(#"{"url":"DATA:image/jpeg;base64,\#(jpeg)"}"#),
            picture(Bodies.jpeg, "image/jpeg")),
        ReadBody(
            "a picture in a text",
            #"{"choices":[{"message":{"content":"Here: ![a](\#(url))."}}],\#(usage)}"#,
            picture(large, "image/jpeg")),
        ReadBody(
            "a picture before what was cut off", #"{"data":[{"b64_json":"\#(jpeg)"}]}{"data":"#,
            .made(
                .picture(
                    GeneratedPicture(
                        data: Bodies.jpeg, mimeType: "image/jpeg", text: nil,
                        receipt: Receipt(requestID: "req_1"))))),
        unreadable(
            "a text about a picture, and the picture that was sent",
            #"{"choices":["data:image/jpeg;base64,\#(jpeg)"],"input":"\#(url)"}"#,
            "JSON without data: choices, input"),
        none("no picture", pictures(""), .empty),
        none("an entry without a picture", pictures(#"{"revised_prompt":"x"}"#), .noImage),
        unreadable(
            "broken base64", pictures(#"{"b64_json":"i*"}"#),
            "base64 that does not decode", receipt: receipt),
        unreadable(
            "no picture's bytes", pictures(#"{"b64_json":"SGVsbG8="}"#),
            "bytes that are not a picture", receipt: receipt),
        unreadable(
            "an address", pictures(#"{"url":"https://example.com"}"#),
            "a picture's address in place of the picture", receipt: receipt),
        unreadable(
            "an error", #"{"error":{"message":"No \#(testKey).","code":"x"}}"#,
            "an error in place of an answer: x No [key]."),
        unreadable(
            "another shape", #"{"images":[],"timings":1}"#,
            "JSON without data: images, timings"),
        ReadBody(
            "a page", Bodies.html,
            .foreign(
                detail: #"200: a page of HTML, "Sign in""#,
                body: PaidBody(Data(Bodies.html.utf8), receipt: Receipt(requestID: "req_1")))),
    ]

    @Test(arguments: pictureAnswers)
    func `an answer of the Image API is read as what it is`(_ a: ReadBody) async throws {
        #expect(try await askOpenAI(200, a.body) == a.answer)
    }

    @Test(arguments: [400, 401, 403, 429, 500, 502, 503, 504], [false, true])
    func `a picture under a status of failure is kept, with or without the service's own error`(
        status: Int, besideError: Bool
    ) async throws {
        let picture = Self.pictures(#"{"b64_json":"\#(Self.jpeg)"}"#)
        let error = #"{"error":{"message":"No.","type":"x","param":null,"code":null},"#
        let body = besideError ? "\(error)\(picture.dropFirst())" : picture
        guard case .outcomeUnknown(let failure, let kept) = try await askOpenAI(status, body) else {
            Issue.record("not unknown")
            return
        }
        #expect(failure.reason == .gateway)
        #expect(kept == PaidBody(Data(body.utf8), receipt: Self.receipt))
    }

    @Test func `the pictures of a kept body are tried from the first on`() {
        let png = Bodies.png.base64EncodedString()
        let own = Self.pictures(
            #"{"b64_json":"\#(png)"},{"b64_json":"*"},{"b64_json":"\#(Self.jpeg)"}"#)
        let body = #"{"a":{"result":"\#(Self.webp)"},\#(own.dropFirst())"#
        let pictures = KeptBody.pictures(in: Data(body.utf8), of: ProviderName.openai)
        #expect(pictures.map(\.mimeType) == ["image/png", "image/jpeg", "image/webp"])
        #expect(pictures.prefix(2).map(\.data) == [Bodies.png, Bodies.jpeg])
    }

    @Test func `an answer that breaks off is paid, and keeps the id of its request`() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-Request-Id: req_7\r\nContent-Length: 99\r\n\r\n{"
        let server = try ScriptedServer([.readRequest, .write(Data(head.utf8))])
        guard case .unreadable(let answer) = try await makeOpenAI(server.url).ask() else {
            Issue.record("not unreadable")
            return
        }
        #expect(answer.kind == .incomplete)
        #expect(answer.paid == PaidBody(Data("{".utf8), receipt: Receipt(requestID: "req_7")))
    }

    @Test(arguments: ["a b", String(repeating: "a", count: 201), ""])
    func `an id that is no plain word is not kept`(_ id: String) async throws {
        let answer = try await askOpenAI(200, "{}", requestID: id)
        guard case .unreadable(let unreadable) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(unreadable.paid.receipt?.requestID == nil)
    }

    private static let schema = WordsSchema.object([
        .init("praise", .text(most: 20)), .init("action", .text(most: 9), isRequired: false),
    ])
    private static let fitting = #"{"praise":"Well done.","action":null}"#

    private static func words(
        _ content: String, status: String = #""completed""#, incomplete: String = "null"
    ) -> String {
        #"{"id":"resp_1","model":"gpt-5.6-luna-2026-06-01","status":\#(status),"error":null,"#
            + #""incomplete_details":\#(incomplete),"output":[{"type":"reasoning","summary":[]},"#
            + #"{"type":"message","role":"assistant","content":[\#(content)]}],"#
            + #""usage":{"input_tokens":90,"input_tokens_details":{"cached_tokens":0},"#
            + #""output_tokens":42,"output_tokens_details":{"reasoning_tokens":30},"total_tokens":132}}"#
    }

    private static let wordsReceipt = Receipt(
        modelAnswered: "gpt-5.6-luna-2026-06-01", responseID: "resp_1", requestID: "req_1",
        usage: TokenUsage(prompt: 90, candidates: 12, thoughts: 30, total: 132, imageTokens: 0))

    private static func text(_ text: String) -> String {
        #"{"type":"output_text","text":"\#(text.replacing("\"", with: "\\\""))","annotations":[]}"#
    }

    private static let made = Answer.made(
        .words(GeneratedWords(json: Data(fitting.utf8), receipt: wordsReceipt)))
    private static let cut = #"{"reason":"max_output_tokens"}"#

    private static func blocked(
        _ description: String, _ body: String, _ kind: EmptyAnswer.Kind, _ reason: String?,
        _ text: String? = nil
    ) -> ReadBody {
        let paid = PaidBody(Data(body.utf8), receipt: wordsReceipt)
        return ReadBody(
            description, body,
            .nothing(EmptyAnswer(kind: kind, reason: reason, text: text, paid: paid)))
    }

    private static let wordsAnswers = [
        ReadBody("words that fit", words(text(fitting)), made),
        ReadBody(
            "words in two parts",
            words(text(String(fitting.prefix(9))) + "," + text(String(fitting.dropFirst(9)))), made),
        ReadBody(
            "words that fit, and ran on to the limit",
            words(text(fitting), status: #""incomplete""#, incomplete: cut), made),
        blocked(
            "a refusal", words(#"{"type":"refusal","refusal":"I cannot do that."}"#),
            .blockedAnswer, "refusal", "I cannot do that."),
        blocked(
            "a refusal beside words",
            words(text(fitting) + #",{"type":"refusal","refusal":"No."}"#), .blockedAnswer,
            "refusal", "No."),
        blocked(
            "words that were withheld",
            words(
                text(fitting), status: #""incomplete""#,
                incomplete: #"{"reason":"content_filter"}"#), .blockedAnswer, "content_filter"),
        blocked("no words", words(""), .empty, nil),
        unreadable(
            "words cut off", words(text("{"), status: #""incomplete""#, incomplete: cut),
            "words that end at the bound of tokens", receipt: wordsReceipt),
        unreadable(
            "thoughts up to the limit", words("", status: #""incomplete""#, incomplete: cut),
            "words that end at the bound of tokens", receipt: wordsReceipt),
        unreadable(
            "no JSON", words(text("Well done.")), "words that are not JSON",
            receipt: wordsReceipt),
        unreadable(
            "words that do not fit", words(text("{}")),
            "words that do not fit: praise is missing", receipt: wordsReceipt),
        unreadable(
            "a failure",
            #"{"status":"failed","output":[],"error":{"code":"server_error","message":"No."}}"#,
            "an error in place of an answer: server_error No."),
        unreadable(
            "an answer that is still to come", #"{"status":"queued","output":[],"error":null}"#,
            "JSON without finished output: error, output, status"),
    ]

    @Test(arguments: wordsAnswers)
    func `an answer of the Responses API is read as what it is`(_ a: ReadBody) async throws {
        #expect(try await askOpenAIForWords(a.body, by: Self.schema) == a.answer)
    }

    @Test(arguments: [400, 429, 500, 503])
    func `words under a status of failure are kept`(status: Int) async throws {
        let body = Self.words(Self.text(Self.fitting))
        let answer = try await askOpenAIForWords(body, by: Self.schema, status: status)
        let failure = TransportFailure(
            reason: .gateway, message: "\(status), with the words that were requested")
        let kept = PaidBody(Data(body.utf8), receipt: Self.wordsReceipt)
        #expect(answer == .outcomeUnknown(failure, body: kept))
    }
}
