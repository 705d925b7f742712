import Foundation
import HeadshotWorker
import JobQueue
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing

/// Receivers of every sort, and what becomes of a delivery to them.
@Suite(.timeLimit(.minutes(10)))
struct CourierTests {
    /// A receiver's answer to the only request, and what it means.
    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: [ScriptedServer.Step]
        var status: Int?
        var failure: String?
        /// Seconds until it is sent again; nil if it is not.
        var wait: Double?
    }

    private static func status(_ code: Int, _ headers: String...) -> [ScriptedServer.Step] {
        [.readRequest, .write(ScriptedServer.answer(code, Data("{}".utf8), headers: headers))]
    }

    static let answers = [
        Answer(testDescription: "200", script: status(200), status: 200),
        Answer(testDescription: "204", script: status(204), status: 204),
        Answer(
            testDescription: "200, whose body breaks off",
            script: [
                .readRequest, .write(Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)),
            ], status: 200),
        Answer(
            testDescription: "500", script: status(500), status: 500, failure: "status", wait: 4.5),
        Answer(
            testDescription: "301", script: status(301, "Location: http://127.0.0.1:1/"),
            status: 301, failure: "status", wait: 4.5),
        Answer(
            testDescription: "429 with Retry-After", script: status(429, "Retry-After: 77"),
            status: 429, failure: "status", wait: 77),
        Answer(testDescription: "410", script: status(410), status: 410, failure: "status"),
        Answer(
            testDescription: "a reset", script: [.readRequest, .reset], failure: "connection_lost",
            wait: 4.5),
        Answer(
            testDescription: "a closed connection", script: [.readRequest],
            failure: "connection_lost", wait: 4.5),
        Answer(
            testDescription: "silence", script: [.readRequest, .hold], failure: "timeout",
            wait: 4.5),
    ]

    @Test(arguments: answers)
    func `an answer decides what becomes of a delivery`(answer: Answer) async throws {
        let server = try ScriptedServer(answer.script)
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url + "/hook")
            let job = try await test.endJob(in: space)
            try await test.delivering { try await test.events.wait(where: \.isTold) }
            #expect(server.requests.count == 1)
            server.release()
            let left = try await test.store.undelivered(of: space, limit: 10)
            guard let failure = answer.failure else {
                #expect(left.isEmpty)
                return
            }
            let delivery = try #require(left.first)
            #expect(delivery.job == job && delivery.attempts == 1)
            #expect(delivery.lastStatus == answer.status && delivery.lastFailure == failure)
            #expect(delivery.state == (answer.wait == nil ? .failed : .pending))
            if let wait = answer.wait { #expect(delivery.due == test.clock.now + wait) }
            let webhook = try await test.store.record(of: space)?.webhook
            #expect((webhook?.refused != nil) == (answer.status == 410))
        }
    }

    @Test(arguments: [301, 302, 307, 308])
    func `a redirect takes no delivery to another receiver`(status: Int) async throws {
        let other = try ScriptedServer(Self.status(200))
        let server = try ScriptedServer(
            Self.status(status, "Location: \(other.url)/elsewhere"))
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url + "/hook")
            try await test.endJob(in: space)
            try await test.delivering { try await test.events.wait(where: \.isTold) }
            #expect(server.requests.count == 1)
            #expect(other.log.isEmpty)
            let left = try await test.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.lastStatus) == [status] && left.map(\.state) == [.pending])
        }
    }

    @Test func `nobody who listens is no answer`() async throws {
        let server = try ScriptedServer()
        server.stopListening()
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url)
            try await test.endJob(in: space)
            try await test.delivering { try await test.events.wait(where: \.isTold) }
            let left = try await test.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.lastFailure) == ["connect"])
        }
    }

    @Test func `each attempt has the same name and body, and a time and a signature of its own`()
        async throws
    {
        let server = try ScriptedServer(Self.status(500), Self.status(500), Self.status(200))
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url + "/hook?app=1")
            try await test.endJob(in: space)
            try await test.delivering {
                for (attempt, wait) in [(1, 5.0), (2, 300), (3, 0)] {
                    try await test.events.wait(for: attempt, where: \.isTold)
                    test.clock.advance(by: wait)
                }
            }
            #expect(try await test.store.undelivered(of: space, limit: 10).isEmpty)
            let requests = server.requests.map(SentRequest.init)
            #expect(requests.count == 3)
            #expect(Set(requests.map(\.line)) == ["POST /hook?app=1 HTTP/1.1"])
            #expect(Set(requests.map(\.body)).count == 1)
            #expect(Set(requests.map { $0["webhook-id"] }).count == 1)
            #expect(Set(requests.map { $0["webhook-timestamp"] }).count == 3)
            #expect(Set(requests.map { $0["webhook-signature"] }).count == 3)
            #expect(requests.allSatisfy { $0["content-type"] == "application/json" })
        }
    }

    @Test func `a receiver that hangs holds up no other space`() async throws {
        let hanging: [ScriptedServer.Step] = [.readRequest, .hold]
        let slow = try ScriptedServer(hanging, hanging, hanging, hanging)
        let quick = try ScriptedServer(Self.status(200))
        try await TestHome.with { test in
            let first = try await test.addWebhook(slow.url)
            for _ in 0..<6 { try await test.endJob(in: first) }
            let second = try await test.addWebhook(quick.url, "team")
            try await test.endJob(in: second)
            try await test.delivering {
                try await quick.wait(forClosed: 0)
                for number in 0..<4 { try await slow.wait(forSteps: 1, onConnection: number) }
                slow.release()
            }
            // Four at once, and no fifth.
            #expect(slow.log.count == 4)
            #expect(try await test.store.undelivered(of: second, limit: 10).isEmpty)
        }
    }

    @Test func `a stop lets the request under way end, and begins no other`() async throws {
        let server = try ScriptedServer([.readRequest, .hold] + Self.status(200).suffix(1))
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url)
            try await test.endJob(in: space)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await test.courier.run() }
                    try await server.wait(forSteps: 1)
                    trigger.triggerGracefulShutdown()
                    try await test.endJob(in: space)
                    server.release()
                    try await group.waitForAll()
                }
            }
            #expect(server.requests.count == 1)
            let left = try await test.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.attempts) == [0])
        }
    }

    @Test func `an attempt that is aborted is none`() async throws {
        let server = try ScriptedServer([.readRequest, .awaitClose])
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url)
            try await test.endJob(in: space)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await test.courier.run() }
                try await server.wait(forSteps: 1)
                group.cancelAll()
                try await group.waitForAll()
            }
            let left = try await test.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.attempts) == [0])
            #expect(test.events.all.filter(\.isTold).isEmpty)
        }
    }

    @Test func `without its key nothing is sent, since nobody could check it`() async throws {
        let server = try ScriptedServer(Self.status(200))
        try await TestHome.with { test in
            let space = try await test.addWebhook(server.url)
            try FileManager.default.removeItem(atPath: test.home.serveKey)
            try await test.endJob(in: space)
            try await test.delivering {
                try await test.events.wait { event in
                    if case .serveKeyMissing = event { true } else { false }
                }
            }
            #expect(server.log.isEmpty)
            let left = try await test.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.attempts) == [0])
        }
    }
}

/// A request as a receiver has it.
struct SentRequest {
    let line: String
    let body: String
    private var fields: [String: String] = [:]

    init(_ bytes: Data) {
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        line = lines[0]
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            fields[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces)
        }
    }

    subscript(_ name: String) -> String? { fields[name] }
}

extension WorkerEvent {
    fileprivate var isTold: Bool { if case .webhook = self { true } else { false } }
}

extension TestHome {
    fileprivate var courier: Courier {
        Courier(store: store, home: home, environment: environment)
    }

    /// Makes a space with a webhook, and the key that signs.
    fileprivate func addWebhook(_ url: String, _ name: String = "shop") async throws -> Space {
        _ = try await ServeKey.obtain(home) { Data(repeating: 7, count: $0) }
        let space = try #require(Space(name))
        _ = try await store.create(space, SpaceSettings(provider: "local"), now: clock.now)
        let url: WebhookURL = try #require(WebhookURL(url))
        _ = try await store.change(space, webhook: .set(url), now: clock.now)
        return space
    }

    /// Ends a job of a space.
    @discardableResult
    fileprivate func endJob(in space: Space) async throws -> JobID {
        let person = Person("81f3", in: space)
        let id = try #require(try await submit(person: person).first)
        _ = try await store.cancel([id], now: clock.now)
        return id
    }

    /// Runs a courier beside `body`, and stops it gracefully.
    fileprivate func delivering(_ body: @Sendable @escaping () async throws -> Void) async throws {
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await courier.run() }
                try await body()
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}
