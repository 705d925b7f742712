import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// Cancelling ends a transfer at once, and the answer tells what had left.
@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    private static let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".utf8)

    /// A moment, by what the server has done then, and what is known of it.
    struct Moment: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isSecure = false
        var photo = testPhoto
        var script: [ScriptedServer.Step]
        var outline: Outline
    }

    @Test(
        arguments: [
            Moment(
                testDescription: "connecting", isSecure: true, script: [.read(1)],
                outline: .notSent(.cancelled)),
            Moment(
                testDescription: "uploading", photo: Data(count: 16_000_000), script: [.read(1)],
                outline: .outcomeUnknown(.cancelled)),
            Moment(
                testDescription: "processing", script: [.readRequest],
                outline: .outcomeUnknown(.cancelled)),
        ], [ProviderName.gemini, ProviderName.openai])
    func `a cancelled request is aborted at once`(
        _ moment: Moment, _ name: String
    ) async throws {
        let server = try ScriptedServer(moment.script + [.awaitClose])
        let scheme = moment.isSecure ? "https" : "http"
        let url = "\(scheme)://127.0.0.1:\(server.port)"
        let provider: ServiceProvider =
            name == ProviderName.openai ? try makeOpenAI(url) : try makeProvider(url)
        let request = ModelRequest(
            id: "charge-1", model: testModel, parts: [.text("A headshot."), .jpeg(moment.photo)],
            wants: .picture(.portrait))
        let answer = try await cancelling {
            await provider.generate(request, progress: { _ in })
        } when: {
            try await server.wait(forSteps: moment.script.count)
        }
        #expect(Outline(answer) == moment.outline)
        // The server sees the connection end, which it waits for without reading from a clock.
        try await server.wait(forSteps: moment.script.count + 1)
    }

    @Test func `a request cancelled within its answer is charged, and incomplete`() async throws {
        let server = try ScriptedServer([.readRequest, .write(Self.head), .awaitClose])
        let provider = try makeProvider(server.url)
        let answer = try await cancelling {
            await provider.ask()
        } when: {
            try await server.wait(forSteps: 2)
        }
        // The bytes may still have been on their way to us: then nothing is known.
        switch Outline(answer) {
        case .unreadable(.incomplete, _), .outcomeUnknown(.cancelled): break
        case let other: Issue.record("\(other)")
        }
        try await server.wait(forSteps: 3)
    }

    @Test func `a task that was cancelled before opens no connection`() async throws {
        let server = try ScriptedServer()
        let provider = try makeProvider(server.url)
        let answer = await withTaskGroup(of: Answer.self) { group in
            group.cancelAll()
            group.addTask { await provider.ask() }
            return await group.next()
        }
        #expect(try Outline(#require(answer)) == .notSent(.cancelled))
        #expect(server.log.isEmpty)
    }

    @Test func `a provider that is shut down aborts what runs and sends no more`() async throws {
        let server = try ScriptedServer([.readRequest, .awaitClose])
        let provider = try makeProvider(server.url)
        async let answer = provider.ask()
        try await server.wait(forSteps: 1)
        provider.shutDown()
        #expect(Outline(await answer) == .outcomeUnknown(.cancelled))
        #expect(Outline(await provider.ask()) == .notSent(.cancelled))
        try await server.wait(forSteps: 2)
        #expect(server.log.count == 1)
    }

    @Test func `a provider that goes away closes its connections`() async throws {
        let answer = ScriptedServer.answer(200, Data(Bodies.success.utf8))
        let server = try ScriptedServer([.readRequest, .write(answer), .awaitClose])
        #expect(Outline(try await makeProvider(server.url).ask()) == .made)
        try await server.wait(forSteps: 3)
    }

    /// Runs an operation, and cancels it when something else is done.
    private func cancelling(
        _ operation: @escaping @Sendable () async -> Answer,
        when moment: () async throws -> Void
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { await operation() }
            try await moment()
            group.cancelAll()
            return try #require(await group.next())
        }
    }
}
