import Foundation
import TestSupport
import Testing
import Transfer

@testable import Generation

/// Answers to a request for words: what is taken, and what is paid for in vain.
@Suite(.timeLimit(.minutes(10)))
struct WordsTests {
    /// A coach's summary, as it is asked for.
    private static let summary = WordsSchema.object([
        .init("lines", .list(of: .text(most: 20), count: 1...2))
    ])
    private static let fitting = #"{"lines":["Look up."]}"#

    typealias Case = ReadBody

    @Test(arguments: taken + nothing + unreadable)
    func `an answer to a request for words is read as what it is`(_ a: Case) async throws {
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(a.body.utf8))),
        ])
        let answer = try await makeProvider(server.url).askForWords(by: Self.summary)
        #expect(answer == a.answer)
    }

    @Test(arguments: [400, 429, 500, 502, 503, 504], [false, true])
    func `words under a status of failure are kept, with or without the service's own error`(
        status: Int, besideError: Bool
    ) async throws {
        let words = Self.texts(Self.fitting)
        let error = Bodies.error("UNAVAILABLE").dropLast()
        let body = besideError ? "\(error),\(words.dropFirst())" : words
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(status, Data(body.utf8))),
        ])
        let answer = try await makeProvider(server.url).askForWords(by: Self.summary)
        let failure = TransportFailure(
            reason: .gateway, message: "\(status), with the words that were requested")
        #expect(answer == .outcomeUnknown(failure, body: Self.paid(body)))
    }

    // MARK: The cases

    private static let usage = #"""
        "usageMetadata":{"promptTokenCount":90,"candidatesTokenCount":12,"thoughtsTokenCount":30,
        "totalTokenCount":132},"modelVersion":"gemini-3.5-flash-lite","responseId":"w1"
        """#

    /// What `usage` says; none of it is a picture's.
    private static let receipt = Receipt(
        modelAnswered: "gemini-3.5-flash-lite", responseID: "w1",
        usage: TokenUsage(prompt: 90, candidates: 12, thoughts: 30, total: 132, imageTokens: 0))

    /// An answer of one candidate with these texts as its parts.
    private static func texts(_ texts: String..., finish: String = "STOP") -> String {
        parts(texts.map { #"{"text":\#(quoted($0))}"# }.joined(separator: ","), finish: finish)
    }

    private static func parts(_ parts: String, finish: String = "STOP") -> String {
        #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"},"finishReason":"\#(finish)","#
            + #""index":0}],\#(usage)}"#
    }

    private static func quoted(_ text: String) -> String {
        let data = (try? JSONEncoder().encode(text)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private static func made(_ json: String = fitting, receipt: Receipt = receipt) -> Answer {
        .made(.words(GeneratedWords(json: Data(json.utf8), receipt: receipt)))
    }

    private static let taken = [
        Case("words that fit", texts(fitting), made()),
        Case("words in several parts", texts(#"{"lines":["Look"#, #" up."]}"#), made()),
        Case(
            "thoughts are no words",
            parts(
                #"{"thought":true,"text":"Hm."},{"text":\#(quoted(fitting)),"thoughtSignature":"c2ln"}"#
            ), made()),
        Case("blanks around them", texts("\n\(fitting) \n"), made("\n\(fitting) \n")),
        Case(
            "whole words, and then blanks to the bound of tokens",
            texts(fitting + "\n\n", finish: "MAX_TOKENS"), made(fitting + "\n\n")),
        Case("an unknown reason beside them", texts(fitting, finish: "SOME_NEW_WORD"), made()),
        Case("wrapped as a response", #"{"response":\#(texts(fitting))}"#, made()),
        Case(
            "tokens of a picture that the answer counts",
            #"{"candidates":[{"content":{"parts":[{"text":\#(quoted(fitting))}]}}],"usageMetadata":"#
                + #"{"candidatesTokenCount":9,"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":5}]}}"#,
            made(
                receipt: Receipt(
                    usage: TokenUsage(
                        prompt: 0, candidates: 9, thoughts: 0, total: 0, imageTokens: 5)))),
    ]

    private static func paid(_ body: String) -> PaidBody {
        PaidBody(Data(body.utf8), receipt: receipt)
    }

    private static func none(
        _ description: String, _ body: String, _ kind: EmptyAnswer.Kind, _ reason: String?,
        text: String? = nil
    ) -> Case {
        let none = EmptyAnswer(kind: kind, reason: reason, text: text, paid: paid(body))
        return Case(description, body, .nothing(none))
    }

    private static let nothing =
        ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR"].map {
            none("\($0), with words that would fit", texts(fitting, finish: $0), .blockedAnswer, $0)
        } + [
            none(
                "a blocked prompt",
                #"{"promptFeedback":{"blockReason":"OTHER","blockReasonMessage":"No."},\#(usage)}"#,
                .blockedPrompt, "OTHER", text: "No."),
            none("no parts", parts(""), .empty, "STOP"),
            none("an empty text", texts(""), .empty, "STOP"),
            none(
                "thoughts alone", parts(#"{"thought":true,"text":"Hm."}"#), .empty, "STOP"),
            none(
                "a picture alone", parts(Bodies.image(Bodies.png.base64EncodedString())), .empty,
                "STOP"),
            none("an ending that is not known", parts("", finish: "LANGUAGE"), .empty, "LANGUAGE"),
            Case(
                "a limited account", parts("", finish: "PUP_LIMITED_DISABLED"),
                .halt(
                    Halt(
                        reason: .accountLimited,
                        message: ProviderMessage(text: "", reason: "PUP_LIMITED_DISABLED"),
                        paid: paid(parts("", finish: "PUP_LIMITED_DISABLED"))))),
        ]

    private static func broken(
        _ description: String, _ body: String, _ detail: String,
        _ receipt: Receipt? = receipt
    ) -> Case {
        let answer = UnreadableAnswer(
            detail: detail, paid: PaidBody(Data(body.utf8), receipt: receipt))
        return Case(description, body, .unreadable(answer))
    }

    private static let unreadable = [
        Case(
            "a page", Bodies.html,
            .foreign(
                detail: #"200: a page of HTML, "Sign in""#,
                body: PaidBody(Data(Bodies.html.utf8), receipt: nil))),
        broken(
            "an error in place of an answer",
            #"{"error":{"code":503,"message":"Busy."},\#(usage)}"#,
            "an error in place of an answer: 503 Busy."),
        broken(
            "JSON of another shape", #"{"words":\#(fitting),\#(usage)}"#,
            "JSON without candidates: modelVersion, responseId, usageMetadata, words"),
        broken("prose", texts("I can help!"), "words that are not JSON"),
        broken(
            "JSON in a fence", texts("```json\n\(fitting)\n```"),
            "words that are not JSON"),
        broken("half the JSON", texts(#"{"lines":["#), "words that are not JSON"),
        broken(
            "half the JSON at the bound of tokens", texts(#"{"lines":["#, finish: "MAX_TOKENS"),
            "words that end at the bound of tokens"),
        broken(
            "no more than thoughts at the bound of tokens",
            parts(#"{"thought":true,"text":"Hm."}"#, finish: "MAX_TOKENS"),
            "words that end at the bound of tokens"),
        broken(
            "words of another shape", texts(#"{"lines":["Look up.",7]}"#),
            "words that do not fit: lines[1] is not text"),
    ]
}
