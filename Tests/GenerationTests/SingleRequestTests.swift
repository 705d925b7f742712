import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// Each request has a connection of its own, so that nothing on another one can touch it, and is sent once.
@Suite(.timeLimit(.minutes(10)))
struct SingleRequestTests {
    private static let success = answer(Bodies.png)
    private static let other = answer(Bodies.jpeg)

    private static func answer(_ picture: Data) -> Data {
        let body = Bodies.parts(Bodies.image(picture.base64EncodedString(), "image/png"))
        return ScriptedServer.answer(200, Data(body.utf8))
    }

    private static func refusal(_ status: Int) -> Data {
        ScriptedServer.answer(status, Data())
    }

    /// What a server does on a connection once it has answered the request on it.
    struct Aftermath: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [ScriptedServer.Step]
    }

    private static let aftermaths = [
        Aftermath(testDescription: "closes", steps: []),
        Aftermath(testDescription: "resets", steps: [.reset]),
        Aftermath(testDescription: "waits", steps: [.awaitClose]),
        Aftermath(testDescription: "times out", steps: [.write(refusal(408))]),
        Aftermath(
            testDescription: "times out and waits", steps: [.write(refusal(408)), .awaitClose]),
        Aftermath(testDescription: "refuses", steps: [.write(refusal(429)), .awaitClose]),
        Aftermath(
            testDescription: "writes garbage",
            steps: [.write(Data("garbage\r\n".utf8)), .awaitClose]),
        Aftermath(
            testDescription: "sends another picture", steps: [.write(other), .awaitClose]),
    ]

    @Test(arguments: aftermaths)
    func `what comes after an answer does not touch the next request`(
        _ aftermath: Aftermath
    ) async throws {
        let script: [ScriptedServer.Step] = [.readRequest, .write(Self.success)] + aftermath.steps
        let server = try ScriptedServer(script, script, script)
        let provider = try makeProvider(server.url)
        for number in 0..<3 {
            guard
                case .made(.picture(let picture)) = await provider.ask(id: "number-\(number)")
            else {
                Issue.record("no picture for request \(number)")
                return
            }
            #expect(picture.data == Bodies.png)
            try await server.wait(forSteps: script.count, onConnection: number)
        }
        #expect(server.log.count == 3)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [301, 302, 307, 308], [false, true])
    func `a redirect takes neither the photo nor the key to another server`(
        status: Int, isOpenAI: Bool
    ) async throws {
        let other = try ScriptedServer([.readRequest, .write(Self.success)])
        let redirect = ScriptedServer.answer(
            status, Data("{}".utf8), headers: ["Location: \(other.url)/v1/elsewhere"])
        let server = try ScriptedServer([.readRequest, .write(redirect)])
        let answer =
            isOpenAI
            ? try await makeOpenAI(server.url).ask() : try await makeProvider(server.url).ask()
        guard case .intercepted(let answered, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(answered == status)
        #expect(server.requests.count == 1)
        // Nobody has connected, and nobody does once the answer is here.
        #expect(other.log.isEmpty)
    }

    /// Where a connection dies; libcurl repeats some requests when left to itself.
    static let deaths: [[ScriptedServer.Step]] = [
        [.readRequest], [.readRequest, .reset], [.read(1)], [.read(1), .reset], [.read(600)],
        [.read(600), .reset],
    ]

    @Test(arguments: deaths)
    func `a request whose connection dies is not sent again, and the next one is answered`(
        _ death: [ScriptedServer.Step]
    ) async throws {
        let next: [ScriptedServer.Step] = [.readRequest, .write(Self.success)]
        let server = try ScriptedServer(next, death, next)
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask(id: "first")) == .made)
        #expect(Outline(await provider.ask(id: "second")) == .outcomeUnknown(.connectionLost))
        #expect(Outline(await provider.ask(id: "third")) == .made)
        #expect(server.log.count == 3)
    }

    /// A server may close its connection after any answer; a request that is on its way on it then would be lost.
    @Test(arguments: aftermaths)
    func `each page of a list and the paid request after it have connections of their own`(
        _ aftermath: Aftermath
    ) async throws {
        let pages = [#"{"models":[],"nextPageToken":"2"}"#, #"{"models":[],"data":[]}"#]
        let scripts = pages.map { page -> [ScriptedServer.Step] in
            [.readRequest, .write(ScriptedServer.answer(200, Data(page.utf8)))] + aftermath.steps
        }
        let server = try ScriptedServer(
            scripts: scripts + [[.readRequest, .write(Self.success)], scripts[1], scripts[1]])
        let provider = try makeProvider(server.url)
        #expect(await provider.models() == .models([]))
        #expect(Outline(await provider.ask()) == .made)
        let other = try makeOpenAI(server.url)
        for _ in 0..<2 { #expect(await other.models() == .models([])) }
        #expect(server.log.map(\.requests.count) == [1, 1, 1, 1, 1])
    }

    @Test func `requests run side by side`() async throws {
        let script: [ScriptedServer.Step] = [.readRequest, .hold, .write(Self.success)]
        let server = try ScriptedServer(script, script, script, script)
        let provider = try makeProvider(server.url)
        try await withThrowingTaskGroup(of: Outline.self) { group in
            for _ in 0..<4 { group.addTask { Outline(await provider.ask()) } }
            for number in 0..<4 { try await server.wait(forSteps: 1, onConnection: number) }
            server.release()
            for try await outline in group { #expect(outline == .made) }
        }
    }
}
