import Foundation
import Generation
import Ground
import TestSupport
import Testing
import Transfer

/// A request to OpenAI is sent once, on a connection of its own, and what was sent decides what is known.
@Suite(.timeLimit(.minutes(10)))
struct OpenAITransferTests {
    private static let success = ScriptedServer.answer(
        200,
        Data(#"{"data":[{"b64_json":"\#(Bodies.jpeg.base64EncodedString())"}]}"#.utf8))

    @Test(arguments: SingleRequestTests.deaths)
    func `a request whose connection dies is not sent again, and the next one is answered`(
        _ death: [ScriptedServer.Step]
    ) async throws {
        let next: [ScriptedServer.Step] = [.readRequest, .write(Self.success)]
        let server = try ScriptedServer(next, death, next)
        let provider = try makeOpenAI(server.url)
        #expect(Outline(await provider.ask(id: "first")) == .made)
        #expect(Outline(await provider.ask(id: "second")) == .outcomeUnknown(.connectionLost))
        #expect(Outline(await provider.ask(id: "third")) == .made)
        #expect(server.log.count == 3)
    }

    @Test func `an error after a part of the request is free, whoever wrote it`() async throws {
        // A server that closed at once would take its own answer back.
        let server = try ScriptedServer([
            .read(2000), .write(ScriptedServer.answer(502, Data())), .awaitClose,
        ])
        let answer = try await makeOpenAI(server.url).ask(photo: Data(count: 64_000_000))
        #expect(Outline(answer) == .free)
    }

    @Test func `an answer without a length ends its request once it is whole`() async throws {
        let body = #"{"data":[{"b64_json":"\#(Bodies.jpeg.base64EncodedString())"}]}"#
        let answer = """
            HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r
            \(String(body.utf8.count, radix: 16))\r\n\(body)\r\n
            """
        let server = try ScriptedServer([.read(300), .write(Data(answer.utf8)), .hold])
        // The server reads no further, and nobody waits for this deadline.
        let provider = try makeOpenAI(server.url, timeout: .seconds(3600))
        #expect(Outline(await provider.ask(photo: Data(count: 32_000_000))) == .made)
    }

    @Test func `the deadline ends a request whose outcome is then unknown`() async throws {
        let server = try ScriptedServer([.readRequest, .hold])
        let provider = try makeOpenAI(server.url, timeout: .milliseconds(300))
        #expect(Outline(await provider.ask()) == .outcomeUnknown(.deadline))
    }

    @Test func `a port that refuses means that nothing was sent`() async throws {
        // Nobody can listen on port 1 without being asked to by an administrator.
        let provider = try makeOpenAI("http://127.0.0.1:1")
        #expect(Outline(await provider.ask()) == .notSent(.connect))
    }

    @Test func `a key shows itself in no description`() throws {
        let configuration = try ServiceConfiguration(
            apiKey: APIKey(Secret(testKey)), baseURL: BaseURL(ServiceConfiguration.openAIBaseURL))
        let provider = try ServiceProvider.openai(configuration)
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(provider, to: &dumped)
        for text in ["\(configuration)", String(reflecting: provider), dumped] {
            #expect(!text.contains(testKey))
        }
    }
}
