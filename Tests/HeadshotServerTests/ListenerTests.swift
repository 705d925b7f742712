import Foundation
import HeadshotWorker
import JobQueue
import NIOCore
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

/// What becomes of connections while nothing is sent on them.
@Suite(.timeLimit(.minutes(2)))
struct ListenerTests {
    @Test func `a connection that was used outlives those whose requests stall`() async throws {
        var limits = ConnectionLimits()
        limits.stall = .milliseconds(300)
        limits.idle = .seconds(100)
        try await TestServer.with(limits: limits) { server in
            let used = try server.get("/v1/openapi.json")
            try await used.wait(for: "\"openapi\"")
            // Each of these began later, so the used one has done nothing for longer when they are closed.
            let stalled = try ["", "GET /v1/openapi.json HTTP/1.1\r\nHo"].map { text in
                let connection = try RawConnection(port: server.port)
                if !text.isEmpty { connection.send(text) }
                return connection
            }
            let half = try server.get("/v1/openapi.json")
            try await half.wait(for: "\"openapi\"")
            half.send("GET /v1/ope")
            for connection in stalled + [half] {
                try await within(.seconds(20)) { try await connection.waitForClose() }
            }
            #expect(!used.isClosed)
            _ = try server.get("/v1/openapi.json", on: used)
            try await within(.seconds(20)) { try await used.wait(for: "HTTP/1.1 200 OK", times: 2) }
            #expect(!used.isClosed)
        }
    }

    @Test func `the user and the group of the server alone may connect to its socket`()
        async throws
    {
        try await TestServer.with(onSocket: true) { server in
            let attributes = try FileManager.default.attributesOfItem(
                atPath: try #require(server.socket))
            #expect(attributes[.type] as? FileAttributeType == .typeSocket)
            #expect(attributes[.posixPermissions] as? Int == 0o660)
        }
    }

    @Test func `a proxy that keeps connections for two minutes never meets a closed one`() {
        #expect(ConnectionLimits().idle > .seconds(120 + 15))
        #expect(ConnectionLimits().stall <= .seconds(15))
    }

    @Test(.needsPostgres)
    func `streams show that they live while the queue is away, and go on after`() async throws {
        let (place, schema) = try SharedPostgres.newSchema()
        try await PostgresClient(url: place).run("CREATE SCHEMA \(schema)")
        let postgres = try SharedPostgres.server.get()
        _ = try JobStore.migrate(PostgresPlace(url: place))
        let proxy = try LoopbackProxy(before: postgres)
        let times = FeedTimes(
            look: .milliseconds(50), patience: .milliseconds(100), silence: .milliseconds(150))
        let queue = postgres.url(schema: schema, through: proxy.host)
        try await TestServer.with(variables: ["HEADSHOT_QUEUE": queue], times: times) { server in
            let token = try await server.addSpace("shop")
            let stream = try server.get("/v1/events", token: token)
            try await stream.wait(for: "event: state")
            proxy.takeAway()
            // As many as in a minute of an outage, by the usual times.
            let before = stream.bytes.count
            try await within(.seconds(60)) { try await stream.wait(for: ": keep-alive", times: 4) }
            #expect(!stream.isClosed && stream.bytes.count > before)
            proxy.putBack()
            let space = try #require(Space("shop"))
            let job = NewJob(
                kind: .analysis, payload: "{}", provider: "local",
                person: try #require(Person("anna", in: space)), input: nil)
            let queued = try await server.session.store.submit(
                [job], now: server.session.configuration.environment.now)
            let told = try await within(.seconds(60)) {
                try await stream.wait(for: "event: job")
            }
            #expect(told.contains(try #require(queued.first).idText))
            #expect(!stream.isClosed)
        }
        try await PostgresClient(url: place, schema: schema).dropSchema()
    }
}

extension Submission {
    fileprivate var idText: String {
        switch self {
        case .queued(let id): "\(id)"
        case .existing(let job): "\(job.id)"
        }
    }
}
