import Foundation
import Generation
import TestSupport
import Testing

/// What OpenAI is sent, byte for byte.
@Suite(.timeLimit(.minutes(10)))
struct OpenAIRequestTests {
    private func sent(
        _ ask: (ServiceProvider) async -> Answer
    ) async throws -> (request: ReceivedRequest, bytes: Data) {
        let server = try ScriptedServer([.readRequest])
        _ = await ask(try makeOpenAI(server.url))
        let bytes = try #require(server.requests.first)
        return (ReceivedRequest(bytes), bytes)
    }

    private static func field(_ name: String, _ value: String) -> String {
        "--headshot-charge-1\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    @Test(
        arguments: [
            ("gpt-image-1-mini", ["size": "1024x1536", "quality": "medium"]),
            ("gpt-image-2.5-flare", ["size": "896x1120", "quality": "low"]),
            ("gpt-image-2.5-flare-2026-09-08", ["size": "896x1120", "quality": "low"]),
            ("a-model-of-tomorrow", [:]),
        ])
    func `a picture is an edit of one JPEG, in a shape and quality that the model takes`(
        _ model: String, _ look: [String: String]
    ) async throws {
        let prompt = "A \"headshot\",\nplease: é 👤"
        let (request, bytes) = try await sent { await $0.ask(model: model, prompt: prompt) }
        #expect(request.firstLine == "POST /v1/images/edits HTTP/1.1")
        let type = "multipart/form-data; boundary=headshot-charge-1"
        #expect(request.headers["content-type"] == type)
        let texts =
            Self.field("model", model) + Self.field("prompt", prompt) + Self.field("n", "1")
            + ["size", "quality"].compactMap { name in look[name].map { Self.field(name, $0) } }
            .joined() + Self.field("output_format", "jpeg")
        let head =
            "--headshot-charge-1\r\nContent-Disposition: form-data; name=\"image\"; filename=\"photo.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        let expected =
            Data((texts + head).utf8) + testPhoto + Data("\r\n--headshot-charge-1--\r\n".utf8)
        let start = try #require(bytes.range(of: Data("\r\n\r\n".utf8))).upperBound
        #expect(bytes[start...].elementsEqual(expected))
    }

    @Test func `what is sent cannot end the form`() async throws {
        let photo = Data([0xFF, 0xD8, 0xFF]) + Data("\r\n--headshot-charge-1\r\n".utf8)
        let (request, bytes) = try await sent {
            await $0.ask(prompt: "--headshot-charge-1-", photo: photo)
        }
        let boundary = try #require(
            request.headers["content-type"]?.split(separator: "boundary=").last)
        let marks = bytes.ranges(of: Data("--\(boundary)".utf8))
        // Six texts, the photo, the end.
        #expect(marks.count == 8)
    }

    @Test func `the request names key and id in its headers alone`() async throws {
        let (request, bytes) = try await sent { await $0.ask(id: "a\r\nx-evil: 1") }
        #expect(request.headers["authorization"] == "Bearer \(testKey)")
        #expect(request.headers["x-client-request-id"] == "a%0D%0Ax-evil%3A%201")
        #expect(request.headers["x-evil"] == nil)
        #expect(request.headers["expect"] == nil)
        #expect(bytes.ranges(of: Data(testKey.utf8)).count == 1)
    }

    private static let schema = WordsSchema.object([
        .init("tips", .list(of: .text(most: 60), count: 3...5)),
        .init("part", .choice(["light", "\"pose\""]), isRequired: false),
        .init("score", .number(1...10)), .init("again", .flag, isRequired: false),
        .init("more", .object([.init("note", .text(most: 5))]), isRequired: false),
    ])

    @Test(arguments: [("gpt-5.6-luna", #""reasoning":{"effort":"none"},"#), ("of-tomorrow", "")])
    func `words are requested by a strict schema, are not stored, and have a bound`(
        _ model: String, _ effort: String
    ) async throws {
        let (request, _) = try await sent {
            await $0.askForWords(
                by: Self.schema, model: model,
                parts: [.text("Praise \"this\"."), .jpeg(testPhoto)],
                mostTokens: 300)
        }
        #expect(request.firstLine == "POST /v1/responses HTTP/1.1")
        #expect(request.headers["content-type"] == "application/json")
        let photo = testPhoto.base64EncodedString()
        let expected =
            #"{"model":"\#(model)","store":false,"max_output_tokens":300,\#(effort)"#
            + #""input":[{"role":"user","content":[{"type":"input_text","text":"Praise \"this\"."},"#
            + #"{"type":"input_image","detail":"low","image_url":"data:image/jpeg;base64,\#(photo)"}"#
            + #"]}],"text":{"format":{"type":"json_schema","name":"words","strict":true,"schema":"#
            + #"{"type":"object","properties":{"#
            + #""tips":{"type":"array","items":{"type":"string","description":"1 to 60 characters."},"#
            + #""minItems":3,"maxItems":5},"#
            + #""part":{"type":["string","null"],"enum":["light","\"pose\"",null]},"#
            + #""score":{"type":"integer","minimum":1,"maximum":10},"#
            + #""again":{"type":["boolean","null"]},"#
            + #""more":{"type":["object","null"],"properties":{"note":{"type":"string","#
            + #""description":"1 to 5 characters."}},"required":["note"],"additionalProperties":false}"#
            + #"},"required":["tips","part","score","again","more"],"additionalProperties":false}}}}"#
        #expect(request.body == expected)
    }

    @Test func `the models are those of the service's list`() async throws {
        let body = #"{"object":"list","data":[{"id":"gpt-image-1-mini"},7,{"id":"gpt-5.6-luna"}]}"#
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(body.utf8))),
        ])
        let models = try await makeOpenAI(server.url).models()
        #expect(models == .models(["gpt-image-1-mini", "gpt-5.6-luna"]))
        let request = try ReceivedRequest(#require(server.requests.first))
        #expect(request.firstLine == "GET /v1/models HTTP/1.1")
        #expect(request.headers["authorization"] == "Bearer \(testKey)")
    }
}
