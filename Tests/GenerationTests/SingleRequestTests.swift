import Foundation
import Generation
import TestSupport
import Testing

/// Connections are used again; requests are not.
struct SingleRequestTests {
    private static let success = ScriptedServer.answer(200, Data(Bodies.success.utf8))

    @Test func `two requests share a connection`() async throws {
        let server = try ScriptedServer([
            .readRequest, .write(Self.success), .readRequest, .write(Self.success),
        ])
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask()) == .picture)
        #expect(Outline(await provider.ask()) == .picture)
        #expect(server.log.count == 1)
        #expect(server.requests.count == 2)
    }

    /// What happens on a kept connection once a second request comes.
    static let deaths: [[ScriptedServer.Step]] = [
        [.readRequest], [.readRequest, .reset], [.read(1)], [.read(1), .reset], [.read(600)],
        [.read(600), .reset],
    ]

    /// libcurl, left to itself, sends the request again over a fresh connection.
    @Test(arguments: deaths)
    func `a request whose kept connection dies is not sent again`(
        _ death: [ScriptedServer.Step]
    ) async throws {
        let next: [ScriptedServer.Step] = [.readRequest, .write(Self.success)]
        let server = try ScriptedServer(next + death, next, next)
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask(id: "first")) == .picture)
        #expect(Outline(await provider.ask(id: "second")) == .outcomeUnknown(.connectionLost))
        #expect(Outline(await provider.ask(id: "third")) == .picture)
        let arrivals = server.log.map(\.received).filter { !$0.isEmpty }
        #expect(arrivals.count == 2)
        #expect(arrivals.first?.contains("x-request-id: first") == true)
        #expect(arrivals.last?.contains("x-request-id: third") == true)
        #expect(arrivals.last?.contains("x-request-id: second") == false)
    }

    @Test func `a request whose kept connection dies is unknown, though the server is gone`()
        async throws
    {
        let server = try ScriptedServer([
            .readRequest, .write(Self.success), .read(1), .hold, .reset,
        ])
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask()) == .picture)
        async let answer = provider.ask()
        try await server.wait(forSteps: 3)
        server.stopListening()
        #expect(Outline(await answer) == .outcomeUnknown(.connectionLost))
    }

    @Test func `a kept connection that was closed is replaced before anything is sent`()
        async throws
    {
        let server = try ScriptedServer(
            [.readRequest, .write(Self.success), .hold], [.readRequest, .write(Self.success)])
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask()) == .picture)
        server.release()
        try await server.wait(forClosed: 0)
        #expect(Outline(await provider.ask()) == .picture)
        #expect(server.requests.count == 2)
    }

    @Test func `requests run side by side`() async throws {
        let script: [ScriptedServer.Step] = [.readRequest, .hold, .write(Self.success)]
        let server = try ScriptedServer(script, script, script, script)
        let provider = try makeProvider(server.url)
        try await withThrowingTaskGroup(of: Outline.self) { group in
            for _ in 0..<4 { group.addTask { Outline(await provider.ask()) } }
            for number in 0..<4 { try await server.wait(forSteps: 1, onConnection: number) }
            server.release()
            for try await outline in group { #expect(outline == .picture) }
        }
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
