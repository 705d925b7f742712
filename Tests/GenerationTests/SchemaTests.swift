import Foundation
import Generation
import TestSupport
import Testing

/// What a schema lets a model write, and how it is told to the model.
@Suite(.timeLimit(.minutes(10)))
struct SchemaTests {
    /// A schema, words of a model, and what is wrong with them; nil for words that fit.
    struct Case: Sendable, CustomTestStringConvertible {
        let schema: WordsSchema
        let json: String
        let misfit: String?

        init(_ schema: WordsSchema, _ json: String, _ misfit: String? = nil) {
            self.schema = schema
            self.json = json
            self.misfit = misfit
        }

        var testDescription: String { "\(json) in \(schema)" }
    }

    @Test(arguments: texts + choices + numbers + flags + lists + objects)
    func `words fit their schema or are refused with the place`(_ a: Case) async throws {
        let quoted = String(decoding: try JSONEncoder().encode(a.json), as: UTF8.self)
        let body = Bodies.parts(#"{"text":\#(quoted)}"#)
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(body.utf8))),
        ])
        switch try await makeProvider(server.url).askForWords(by: a.schema) {
        case .made(.words(let words)):
            #expect(a.misfit == nil)
            #expect(words.json == Data(a.json.utf8))
        case .unreadable(let answer):
            #expect(answer.kind == .misfit)
            #expect(answer.detail == a.misfit.map { "words that do not fit: \($0)" })
            #expect(answer.paid.bytes == Data(body.utf8))
        case let answer: Issue.record("\(answer)")
        }
    }

    private static let text = WordsSchema.text(most: 5)
    private static let texts = [
        Case(text, #""a""#), Case(text, #""ab cd""#), Case(text, #""\u00e9\ud83d\ude00abc""#),
        Case(text, #""""#, "the whole is empty"),
        Case(text, #""abcdef""#, "the whole is longer than 5 characters"),
        // One character to a reader, and six to JSON Schema.
        Case(text, #""e\u0301\u0301\u0301\u0301\u0301""#, "the whole is longer than 5 characters"),
        Case(text, "7", "the whole is not text"), Case(text, "null", "the whole is not text"),
        Case(text, #"["a"]"#, "the whole is not text"),
    ]

    private static let choice = WordsSchema.choice(["light", "pose"])
    private static let choices = [
        Case(choice, #""light""#), Case(choice, #""pose""#),
        Case(choice, #""Light""#, "the whole is not one of the choices"),
        Case(choice, #""""#, "the whole is not one of the choices"),
        Case(choice, "true", "the whole is not text"),
    ]

    private static let number = WordsSchema.number(1...10)
    private static let numbers = [
        Case(number, "1"), Case(number, "10"), Case(number, "7.0"), Case(number, "1e1"),
        Case(number, "0", "the whole is outside of 1 to 10"),
        Case(number, "11", "the whole is outside of 1 to 10"),
        Case(number, "7.5", "the whole is not a whole number"),
        Case(number, "1e300", "the whole is not a whole number"),
        Case(number, #""7""#, "the whole is not a whole number"),
        Case(number, "true", "the whole is not a whole number"),
    ]

    private static let flags = [
        Case(.flag, "true"), Case(.flag, "false"),
        Case(.flag, "1", "the whole is neither true nor false"),
        Case(.flag, #""true""#, "the whole is neither true nor false"),
    ]

    private static let list = WordsSchema.list(of: .text(most: 5), count: 2...3)
    private static let lists = [
        Case(list, #"["a","b"]"#), Case(list, #"["a","b","c"]"#),
        Case(list, #"["a"]"#, "the whole has 1 elements, not 2 to 3"),
        Case(list, #"["a","b","c","d"]"#, "the whole has 4 elements, not 2 to 3"),
        Case(list, #"["a",7]"#, "[1] is not text"),
        Case(list, #"{"0":"a"}"#, "the whole is not a list"),
        Case(.list(of: .flag, count: 0...0), "[]"),
    ]

    private static let tips = WordsSchema.object([
        .init("tips", .list(of: tip, count: 1...2)),
        .init("action", .text(most: 5), isRequired: false),
    ])
    private static let tip = WordsSchema.object([
        .init("title", .text(most: 5)), .init("part", .choice(["light"])),
        .init("score", .number(1...10)),
    ])
    private static let first = #"{"title":"Up","part":"light","score":3}"#

    private static let objects = [
        Case(tips, #"{"tips":[\#(first)]}"#),
        Case(tips, #"{"action":"smile","tips":[\#(first),\#(first)]}"#),
        Case(tips, #"{"tips":[\#(first)],"action":null}"#),
        Case(tips, "{}", "tips is missing"), Case(tips, #"{"tips":null}"#, "tips is missing"),
        Case(tips, "[]", "the whole is not an object"),
        Case(
            tips, #"{"tips":[\#(first)],"action":"smiling"}"#, "action is longer than 5 characters"),
        Case(
            tips, #"{"tips":[\#(first),{"title":"Up","part":"light"}]}"#, "tips[1].score is missing"
        ),
        Case(
            tips, #"{"tips":[{"title":"Up","part":"light","score":11}]}"#,
            "tips[0].score is outside of 1 to 10"),
        // The name is the model's own, and stays out of the sentence.
        Case(
            tips, #"{"tips":[\#(first)],"secret":"x"}"#,
            "the whole has a field that was not asked for"),
        Case(
            tips, #"{"tips":[{"title":"Up","part":"light","score":3,"x":1}]}"#,
            "tips[0] has a field that was not asked for"),
    ]

    @Test func `the schema is told in the keywords that the service knows`() async throws {
        let schema = WordsSchema.object([
            .init("tips", .list(of: .text(most: 60), count: 3...5)),
            .init("part", .choice(["light", "\"pose\""])),
            .init("score", .number(1...10)),
            .init("again", .flag, isRequired: false),
        ])
        let server = try ScriptedServer([.readRequest])
        _ = try await makeProvider(server.url).askForWords(by: schema)
        let request = try #require(server.requests.first)
        let sent = try #require(request.range(of: Data(#""responseJsonSchema":"#.utf8)))
        let expected =
            #"{"type":"object","properties":{"#
            + #""tips":{"type":"array","items":{"type":"string","description":"1 to 60 characters."},"#
            + #""minItems":3,"maxItems":5},"part":{"type":"string","enum":["light","\"pose\""]},"#
            + #""score":{"type":"integer","minimum":1,"maximum":10},"again":{"type":"boolean"}},"#
            + #""required":["tips","part","score"],"#
            + #""propertyOrdering":["tips","part","score","again"],"additionalProperties":false}"#
        #expect(String(decoding: request[sent.upperBound...], as: UTF8.self) == expected + "}}")
    }
}
