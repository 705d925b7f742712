import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// What the provider is sent, byte for byte.
@Suite(.timeLimit(.minutes(10)))
struct RequestTests {
    @Test func `the body is the documented one, with the photo in base64`() async throws {
        let request = try await sent(prompt: "A \"headshot\" a/b,\nplease: é 👤 \u{1}")
        let expected =
            #"{"contents":[{"role":"user","parts":["#
            + #"{"text":"A \"headshot\" a/b,\nplease: é 👤 \u0001"},"#
            + #"{"inlineData":{"mimeType":"image/jpeg","data":"\#(testPhoto.base64EncodedString())"}}"#
            + #"]}],"generationConfig":{"temperature":0.25,"candidateCount":1,"#
            + #""responseModalities":["TEXT","IMAGE"],"imageConfig":{"aspectRatio":"4:5"}}}"#
        #expect(request.body == expected)
    }

    @Test func `the body is JSON that holds prompt and photo unharmed`() async throws {
        let prompt = "Quotes \" and \\ slashes / \u{2028} and tabs \t."
        let body = try await sent(prompt: prompt).body
        let message = try JSONDecoder().decode(Message.self, from: Data(body.utf8))
        let parts = try #require(message.contents.first?.parts)
        #expect(parts.first?.text == prompt)
        #expect(parts.last?.inlineData?.data == testPhoto)
    }

    @Test func `the request names key, id and time in its headers alone`() async throws {
        let request = try await sent(prompt: "A headshot.")
        #expect(
            request.firstLine
                == "POST /v1beta/models/gemini-2.5-flash-image:generateContent HTTP/1.1")
        #expect(request.headers["x-goog-api-key"] == testKey)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["x-request-id"] == "charge-1")
        #expect(request.headers["x-server-timeout"] == "15")
        #expect(request.headers["expect"] == nil)
        #expect(!request.body.contains(testKey))
    }

    @Test(
        arguments: [
            (Duration.seconds(60), "55"), (.milliseconds(60_400), "56"), (.seconds(3), "1"),
        ])
    func `the service is given five seconds less than we wait`(
        _ timeout: Duration, _ header: String
    ) async throws {
        let request = try await sent(prompt: "A headshot.", timeout: timeout)
        #expect(request.headers["x-server-timeout"] == header)
    }

    @Test(
        arguments: [
            ("gemini-3.1-flash-image", #","imageConfig":{"aspectRatio":"4:5"}}}"#),
            ("a-model-of-tomorrow", "}}"),
        ])
    func `a model is sent no temperature unless it is known to take one`(
        _ model: String, _ end: String
    ) async throws {
        let request = try await sent(prompt: "A headshot.", model: model)
        #expect(
            request.body.hasSuffix(
                #""generationConfig":{"candidateCount":1,"responseModalities":["TEXT","IMAGE"]"#
                    + end
            ))
    }

    @Test(
        arguments: [
            (testModel, #""temperature":0.25,"#), ("gemini-3-pro-image", ""),
            ("a-model-of-tomorrow", ""),
        ])
    func `a request for words has its parts in their order, their bound and their schema`(
        _ model: String, _ temperature: String
    ) async throws {
        let server = try ScriptedServer([.readRequest])
        _ = try await makeProvider(server.url).askForWords(
            by: .object([.init("praise", .text(most: 200))]), model: model,
            parts: [.text("Praise \"this\"."), .text("I won!"), .jpeg(testPhoto)], mostTokens: 300)
        let request = try ReceivedRequest(#require(server.requests.first))
        #expect(request.firstLine == "POST /v1beta/models/\(model):generateContent HTTP/1.1")
        let expected =
            #"{"contents":[{"role":"user","parts":[{"text":"Praise \"this\"."},{"text":"I won!"},"#
            + #"{"inlineData":{"mimeType":"image/jpeg","data":"\#(testPhoto.base64EncodedString())"}}"#
            + #"]}],"generationConfig":{\#(temperature)"candidateCount":1,"responseModalities":["TEXT"],"#
            + #""maxOutputTokens":300,"responseMimeType":"application/json","#
            + #""responseJsonSchema":{"type":"object","properties":{"praise":{"type":"string","#
            + #""description":"1 to 200 characters."}},"required":["praise"],"#
            + #""propertyOrdering":["praise"],"additionalProperties":false}}}"#
        #expect(request.body == expected)
    }

    @Test func `nothing in a name can end the path or the header`() async throws {
        let server = try ScriptedServer([.readRequest])
        let provider = try makeProvider(server.url)
        _ = await provider.ask(id: "a\r\nx-evil: 1", model: "../x?key=1#é")
        let request = try ReceivedRequest(#require(server.requests.first))
        #expect(
            request.firstLine
                == "POST /v1beta/models/..%2Fx%3Fkey%3D1%23%C3%A9:generateContent HTTP/1.1")
        #expect(request.headers["x-request-id"] == "a%0D%0Ax-evil%3A%201")
        #expect(request.headers["x-evil"] == nil)
    }

    @Test func `the progress is that of the transfer, in order, up to its last byte`() async throws
    {
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(Bodies.success.utf8))),
        ])
        let log = ProgressLog()
        let photo = Data(count: 2_000_000)
        _ = try await makeProvider(server.url).generate(
            ModelRequest(
                id: "1", model: testModel, parts: [.text("A headshot."), .jpeg(photo)],
                wants: .picture(.portrait)),
            progress: { log.add($0) })
        let body = try ReceivedRequest(#require(server.requests.first)).body.utf8.count
        #expect(log.all.first == .uploading(sent: 0, total: body))
        #expect(log.all.dropLast().last == .uploading(sent: body, total: body))
        #expect(log.all.last == .processing)
        let counts = log.all.dropLast().map { entry in
            if case .uploading(let sent, body) = entry { sent } else { -1 }
        }
        #expect(counts.count > 3)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }

    private func sent(
        prompt: String, model: String = testModel,
        timeout: Duration = .seconds(20)
    ) async throws -> ReceivedRequest {
        let server = try ScriptedServer([.readRequest])
        _ = try await makeProvider(server.url, timeout: timeout).ask(model: model, prompt: prompt)
        return try ReceivedRequest(#require(server.requests.first))
    }

    private struct Message: Decodable {
        struct Content: Decodable { var parts: [Part] }
        struct Part: Decodable {
            struct Blob: Decodable { var data: Data }
            var text: String?
            var inlineData: Blob?
        }
        var contents: [Content]
    }
}
