import Foundation
import TestSupport
import Testing

@Suite struct WordsTests {
    private static let model = "gemini-3.5-flash-lite"

    /// A schema, and the words that are made by it.
    struct Made: Sendable, CustomTestStringConvertible {
        let schema: String
        let words: String
        var testDescription: String { schema }
    }

    private static let made = [
        Made(schema: #"{"type":"string"}"#, words: #""Emulated words.""#),
        Made(
            schema: #"{"type":"string","description":"1 to 5 characters."}"#, words: #""Emula""#),
        Made(schema: #"{"type":"string","enum":["b","a"]}"#, words: #""b""#),
        Made(schema: #"{"type":"integer","minimum":3,"maximum":9}"#, words: "3"),
        Made(schema: #"{"type":"integer","maximum":9}"#, words: "9"),
        Made(schema: #"{"type":"boolean"}"#, words: "true"),
        Made(schema: #"{"type":"null"}"#, words: "null"),
        Made(
            schema: #"{"type":"array","items":{"type":"string"},"minItems":2}"#,
            words: #"["Emulated words 1.","Emulated words 2."]"#),
        Made(schema: #"{"type":"array","items":{"type":"boolean"}}"#, words: "[true]"),
        Made(schema: #"{"type":"array","items":{"type":"boolean"},"maxItems":0}"#, words: "[]"),
        Made(
            schema:
                #"{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"number"}}}"#,
            words: #"{"a":1,"b":"Emulated b."}"#),
    ]

    @Test(arguments: made)
    func `words are made by the schema that asks for them`(_ a: Made) async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(emulator, Self.json(schema: a.schema))
            #expect(reply.status == 200)
            #expect(reply.parts.count == 1)
            #expect(reply.text("candidates.0.content.parts.0.text") == a.words)
            #expect(reply.text("candidates.0.finishReason") == "STOP")
            #expect(reply.text("modelVersion") == Self.model)
            #expect(
                reply.number("usageMetadata.candidatesTokenCount") == (a.words.count + 3) / 4)
            #expect(reply.value("usageMetadata.candidatesTokensDetails") == nil)
        }
    }

    @Test(arguments: [("b", "b"), ("a", "a"), ("c", "b")])
    func `a rule makes a choice that the schema has, and any other rule the first`(
        _ choice: String, _ chosen: String
    ) async throws {
        let scenario = #"{"rules":[{"answer":"instant","choice":"\#(choice)"}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let schema = #"{"type":"object","properties":{"x":{"type":"string","enum":["b","a"]}}}"#
            let reply = try await ask(emulator, Self.json(schema: schema))
            let words = #"{"x":"\#(chosen)"}"#
            #expect(reply.text("candidates.0.content.parts.0.text") == words)
        }
    }

    @Test func `JSON without a schema is any JSON`() async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(emulator, #"{"responseMimeType":"application/json"}"#)
            let text = try #require(reply.text("candidates.0.content.parts.0.text"))
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(text.utf8))
            }
        }
    }

    @Test func `a model of words answers a prompt with text`() async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(emulator, "{}")
            #expect(reply.status == 200 && reply.picture == nil && reply.parts.count == 1)
        }
    }

    @Test(arguments: [
        ("blocked-words", "SAFETY", nil), ("malformed-words", "STOP", #"{"a":true"#),
        ("other-words", "STOP", "[]"), ("cut-words", "MAX_TOKENS", #"{"a":"#),
        ("thinking-drafts", "STOP", #"{"a":true}"#), ("empty", "STOP", nil),
    ])
    func `a fault of words has the shape that the service gives it`(
        _ answer: String, _ finish: String, _ words: String?
    ) async throws {
        let scenario = #"{"rules":[{"answer":"\#(answer)"}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let reply = try await ask(
                emulator,
                Self.json(schema: #"{"type":"object","properties":{"a":{"type":"boolean"}}}"#))
            #expect(reply.status == 200)
            #expect(reply.text("candidates.0.finishReason") == finish)
            let texts = reply.parts.filter { $0["thought"] == nil }.compactMap {
                $0["text"] as? String
            }
            #expect(texts.joined() == words ?? "")
            #expect(try await emulator.ledger().map(\.charged) == [.yes])
        }
    }

    @Test(arguments: [(true, 541), (false, 283)])
    func `the tokens of a photo are counted where one was sent`(
        _ hasPhoto: Bool, _ tokens: Int
    ) async throws {
        try await EmulatorProcess.with { emulator in
            let photo = hasPhoto ? try GenerateCall().photo.base64EncodedString() : nil
            let part = photo.map {
                #",{"inlineData":{"mimeType":"image/jpeg","data":"\#($0)"}}"#
            }
            let body =
                #"{"contents":[{"parts":[{"text":"Praise."}\#(part ?? "")]}],"generationConfig":"#
                + Self.json(schema: #"{"type":"boolean"}"#) + "}"
            let answer = try await emulator.send(
                "POST", "/v1beta/models/\(Self.model):generateContent", body: Data(body.utf8))
            let reply = Reply(status: answer.status, body: answer.body)
            #expect(reply.text("candidates.0.content.parts.0.text") == "true")
            #expect(reply.number("usageMetadata.promptTokenCount") == tokens)
            #expect(reply.number("usageMetadata.totalTokenCount") == tokens + 1)
        }
    }

    @Test func `words end at the bound of tokens`() async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(
                emulator,
                #"{"responseMimeType":"application/json","maxOutputTokens":2,"responseJsonSchema":"#
                    + #"{"type":"string"}}"#)
            #expect(reply.text("candidates.0.content.parts.0.text") == #""Emulate"#)
            #expect(reply.text("candidates.0.finishReason") == "MAX_TOKENS")
            #expect(reply.number("usageMetadata.candidatesTokenCount") == 2)
        }
    }

    @Test(arguments: [
        (
            json(schema: #"{"type":"string","maxLength":5}"#),
            """
            Invalid value: generation_config.response_json_schema has the keyword "maxLength", which is not supported
            """
        ),
        (
            json(schema: #"{"type":"array","items":{"type":"text"}}"#),
            "Invalid value: generation_config.response_json_schema.items.type is not one of the types"
        ),
        (
            json(schema: #"{"type":"array"}"#),
            "Invalid value: generation_config.response_json_schema.items is not a schema"
        ),
        (
            json(schema: #"{"type":"object"}"#),
            "Invalid value: generation_config.response_json_schema.properties is not an object"
        ),
        (
            json(schema: #"{"type":"object","properties":{"a":7}}"#),
            "Invalid value: generation_config.response_json_schema.properties[a] is not a schema"
        ),
        (
            #"{"responseJsonSchema":{"type":"string"}}"#,
            """
            * GenerateContentRequest.generation_config.response_json_schema: response_mime_type must be \
            application/json.

            """
        ),
        (
            #"{"responseMimeType":"application/pdf"}"#,
            """
            * GenerateContentRequest.generation_config.response_mime_type: it must be application/json.

            """
        ),
        (
            #"{"maxOutputTokens":0}"#,
            """
            * GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.

            """
        ),
        (
            #"{"responseModalities":["TEXT","IMAGE"]}"#,
            "The requested combination of response modalities is not supported by the model."
        ),
        (
            #"{"imageConfig":{"aspectRatio":"4:5"}}"#,
            "Invalid value at 'generationConfig.imageConfig.aspectRatio'"
        ),
    ])
    func `a request for words that cannot be met is refused, for free`(
        _ config: String, _ message: String
    ) async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(emulator, config)
            #expect(reply.status == 400)
            #expect(reply.text("error.status") == "INVALID_ARGUMENT")
            #expect(reply.text("error.message") == message)
            #expect(try await emulator.ledger().map(\.charged) == [.no])
        }
    }

    @Test(
        arguments: [
            ("gemini-2.5-flash-image", 400), ("gemini-nano-banana-2.1", 400),
            ("gemini-3-pro-image", 200), ("gemini-3.7-flash", 200), (model, 200),
        ])
    func `JSON is written by the models that have it`(_ model: String, _ status: Int) async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await ask(
                emulator, Self.json(schema: #"{"type":"boolean"}"#), of: model)
            #expect(reply.status == status)
            let message = reply.text("error.message")
            #expect(message == (status == 200 ? nil : "JSON mode is not enabled for this model"))
        }
    }

    private static func json(schema: String) -> String {
        #"{"responseMimeType":"application/json","responseJsonSchema":\#(schema)}"#
    }

    private func ask(
        _ emulator: EmulatorProcess, _ config: String, of model: String = model
    ) async throws -> Reply {
        var call = try GenerateCall()
        call.model = model
        call.config = config
        return try await call.send(to: emulator)
    }
}
