import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// Where a transfer breaks off decides about money.
@Suite(.timeLimit(.minutes(10)))
struct TransportTests {
    @Test(arguments: [301, 302, 307, 308])
    func `photo and key follow no redirect to another host`(status: Int) async throws {
        for makeProvider in [
            { url in try makeProvider(url) }, { url in try makeOpenAI(url) },
        ] as [(String) throws -> ServiceProvider] {
            let other = try ScriptedServer([.readRequest])
            let answer = ScriptedServer.answer(
                status, Data(), headers: ["Location: \(other.url)/elsewhere"])
            let server = try ScriptedServer([.readRequest, .write(answer)])
            let reply = try await makeProvider(server.url).ask()
            #expect(Outline(reply) == .free)
            #expect(server.log.count == 1)
            #expect(other.log.isEmpty)
        }
    }

    /// What a server does with one connection, and what is then known.
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var script: [ScriptedServer.Step]
        var outline: Outline

        init(_ description: String, _ script: [ScriptedServer.Step], _ outline: Outline) {
            testDescription = description
            self.script = script
            self.outline = outline
        }
    }

    private static let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8)
    private static let failedHead = Data("HTTP/1.1 503 No\r\nContent-Length: 99\r\n\r\n".utf8)
    private static let refusal = ScriptedServer.answer(
        400, Data(Bodies.error("INVALID_ARGUMENT").utf8), headers: ["Connection: close"])
    private static let endlessPicture =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + String(Bodies.success.utf8.count, radix: 16) + "\r\n" + Bodies.success + "\r\n"

    private static let faults = [
        Fault("reset at the first byte", [.read(1), .reset], .outcomeUnknown(.connectionLost)),
        Fault("closed at the first byte", [.read(1)], .outcomeUnknown(.connectionLost)),
        Fault("reset after the body", [.readRequest, .reset], .outcomeUnknown(.connectionLost)),
        Fault("closed after the body", [.readRequest], .outcomeUnknown(.connectionLost)),
        Fault(
            "closed within the status line",
            [.readRequest, .write(Data("HTTP/1.".utf8))], .outcomeUnknown(.connectionLost)),
        Fault(
            "closed after the promise of an answer",
            [.readRequest, .write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))],
            .outcomeUnknown(.connectionLost)),
        Fault(
            "closed within the headers",
            [.readRequest, .write(Data("HTTP/1.1 200 OK\r\nContent-Ty".utf8))],
            .unreadable(.incomplete, bytes: 0)),
        Fault(
            "closed between the headers",
            [.readRequest, .write(Data("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n".utf8))],
            .unreadable(.incomplete, bytes: 0)),
        Fault(
            "closed after the headers", [.readRequest, .write(head)],
            .unreadable(.incomplete, bytes: 0)),
        Fault(
            "closed within the answer", [.readRequest, .write(head + Data("{\"a\":".utf8))],
            .unreadable(.incomplete, bytes: 5)),
        Fault(
            "reset within the answer", [.readRequest, .write(head + Data("{".utf8)), .reset],
            .unreadable(.incomplete, bytes: 1)),
        Fault(
            "closed after the last brace, and before the end",
            [.readRequest, .write(Data(endlessPicture.utf8))], .made),
        Fault(
            "closed after a failure's headers", [.readRequest, .write(failedHead)],
            .outcomeUnknown(.gateway)),
        Fault(
            "nonsense in place of a status line", [.readRequest, .write(Data("garbage\r\n".utf8))],
            .outcomeUnknown(.other)),
        Fault("refused within the upload", [.read(300), .write(refusal), .awaitClose], .free),
    ]

    /// A gateway may answer a request that it has not read whole; whoever is behind it cannot have worked on it.
    @Test(arguments: [499, 502, 504, 524])
    func `a gateway that gives up before the request is whole has cost nothing`(
        _ status: Int
    ) async throws {
        let page = ScriptedServer.answer(
            status, Data(Bodies.html.utf8), headers: ["Connection: close"])
        let server = try ScriptedServer([.read(300), .write(page), .hold])
        // More than the buffers of both sockets hold together.
        let answer = try await makeProvider(server.url).ask(photo: Data(count: 32_000_000))
        guard case .serverError(let seen, nil, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(seen == status)
    }

    /// The ways in which an answer says that it is whole, or leaves it to its reader.
    private static let wholeAnswers = [
        ScriptedServer.answer(200, Data(Bodies.success.utf8)),
        Data((endlessPicture + "0\r\n\r\n").utf8), Data(endlessPicture.utf8),
    ]

    /// Asks a server that reads no request to its end, and expects that the answer ends this one.
    ///
    /// If it did not, the request would go on until its deadline.
    private func expectEarlyEnd(_ script: [ScriptedServer.Step]) async throws {
        let server = try ScriptedServer(script)
        let timeout = Duration.seconds(60)
        let provider = try makeProvider(server.url, timeout: timeout)
        let took = await ContinuousClock().measure {
            // More than the buffers of both sockets hold together.
            #expect(Outline(await provider.ask(photo: Data(count: 32_000_000))) == .made)
        }
        #expect(took < timeout)
        #expect(server.log.count == 1)
    }

    @Test(arguments: wholeAnswers)
    func `an answer that is whole ends a request that the server reads no further`(
        _ answer: Data
    ) async throws {
        try await expectEarlyEnd([.read(300), .write(answer), .hold])
    }

    @Test func `an answer that only looks whole does not end the request`() async throws {
        let end = Bodies.success.index(before: Bodies.success.endIndex)
        let cut = try #require(Bodies.success[..<end].lastIndex(of: "}"))
        let pieces = [Bodies.success[...cut], Bodies.success[cut...].dropFirst()].map { piece in
            Data("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n".utf8)
        }
        let head = Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        try await expectEarlyEnd([
            // What is read in between leaves the client time to be wrong.
            .read(300), .write(head + pieces[0]), .read(8_000_000), .write(pieces[1]), .hold,
        ])
    }

    @Test(arguments: faults)
    func `a fault is told by what had left and what had come`(_ fault: Fault) async throws {
        let server = try ScriptedServer(fault.script)
        let provider = try makeProvider(server.url)
        #expect(Outline(await provider.ask()) == fault.outline)
        #expect(server.log.count == 1)
    }

    @Test func `a request in doubt is told to have been sent whole, or not`() async throws {
        let server = try ScriptedServer([.read(300), .reset], [.readRequest, .reset])
        let provider = try makeProvider(server.url)
        // The first is more than the buffers of both sockets hold together.
        for (photo, isWhole) in [(Data(count: 32_000_000), false), (testPhoto, true)] {
            guard case .outcomeUnknown(let failure, _) = await provider.ask(photo: photo) else {
                Issue.record("no doubt about a request, whole: \(isWhole)")
                return
            }
            #expect(failure.reason == .connectionLost)
            #expect(failure.message.contains("never sent") != isWhole)
        }
    }

    /// What is announced before an answer, and how long the answer itself asks to wait.
    private static let announcements: [(announced: String, header: String?, wait: Duration?)] = [
        ("103 Early Hints\r\nRetry-After: 900", nil, nil),
        ("103 Early Hints\r\nRetry-After: 900", "Retry-After: 7", .seconds(7)),
        ("100 Continue", "Retry-After: 7", .seconds(7)),
        ("103 Early Hints\r\nRetry-After: 900", "Retry-After: soon", nil),
    ]

    @Test(arguments: announcements)
    func `how long to wait is said by the answer itself, and not by what announces it`(
        announced: String, header: String?, wait: Duration?
    ) async throws {
        let pause = ScriptedServer.answer(
            429, Data(Bodies.error("RESOURCE_EXHAUSTED").utf8),
            headers: header.map { [$0] } ?? [])
        let script: [ScriptedServer.Step] = [
            .readRequest, .write(Data("HTTP/1.1 \(announced)\r\n\r\n".utf8) + pause),
        ]
        let server = try ScriptedServer(script, script)
        for provider in [
            try makeProvider(server.url), try makeOpenAI(server.url),
        ] {
            guard case .cooldown(let cooldown) = await provider.ask() else {
                Issue.record("no cooldown for \(provider.name)")
                return
            }
            #expect(cooldown.retryDelay == wait)
        }
    }

    @Test func `a port that refuses means that nothing was sent`() async throws {
        // Nobody can listen on port 1 without being asked to by an administrator.
        let provider = try makeProvider("http://127.0.0.1:1")
        #expect(Outline(await provider.ask()) == .notSent(.connect))
    }

    @Test func `a failed handshake means that nothing was sent`() async throws {
        let server = try ScriptedServer([.read(1), .write(Data("not a handshake".utf8))])
        let provider = try makeProvider("https://127.0.0.1:\(server.port)")
        #expect(Outline(await provider.ask()) == .notSent(.tls))
    }

    @Test func `an answer without end is cut off at the limit`() async throws {
        let flood = Data(repeating: 0x20, count: RequestLimits.answerBytes + 1)
        let server = try ScriptedServer(
            [.readRequest, .write(ScriptedServer.answer(200, flood)), .awaitClose])
        let answer = try await makeProvider(server.url).ask()
        guard case .unreadable(let unreadable) = answer else {
            Issue.record("\(Outline(answer))")
            return
        }
        #expect(unreadable.kind == .tooLarge)
        #expect(unreadable.paid.bytes.count <= RequestLimits.answerBytes)
    }

    @Test(
        arguments: [
            Fault("in the handshake", [.read(1), .hold], .notSent(.deadline)),
            Fault("before the upload's end", [.hold], .outcomeUnknown(.deadline)),
            Fault("before the answer", [.readRequest, .hold], .outcomeUnknown(.deadline)),
            Fault(
                "within the answer", [.readRequest, .write(head + Data("{".utf8)), .hold],
                .unreadable(.incomplete, bytes: 1)),
        ])
    func `the deadline is that of the whole request`(_ fault: Fault) async throws {
        let server = try ScriptedServer(fault.script)
        let isSecure = fault.outline == .notSent(.deadline)
        let provider = try makeProvider(
            isSecure ? "https://127.0.0.1:\(server.port)" : server.url,
            timeout: .milliseconds(300))
        // More than the buffers of both sockets hold together.
        let photo = Data(count: fault.script.count == 1 ? 16_000_000 : 1000)
        #expect(Outline(await provider.ask(photo: photo)) == fault.outline)
        #expect(server.log.count == 1)
    }
}
