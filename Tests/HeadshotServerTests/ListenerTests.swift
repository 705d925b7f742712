import Foundation
import Glibc
import HeadshotWorker
import JobQueue
import NIOCore
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

/// What becomes of connections while nothing is sent on them.
@Suite(.timeLimit(.minutes(10)))
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
                try await within(.seconds(60)) { try await connection.waitForClose() }
            }
            #expect(!used.isClosed)
            _ = try server.get("/v1/openapi.json", on: used)
            try await within(.seconds(60)) { try await used.wait(for: "HTTP/1.1 200 OK", times: 2) }
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

    @Test func `until a socket has its mode, only the user of the server reaches it`()
        async throws
    {
        try await withTemporaryFolder { folder in
            // As long as a socket's path can be.
            let path = folder + "/" + String(repeating: "s", count: 106 - folder.utf8.count)
            let socket = try PrivateSocket(at: path)
            let descriptor = try bound(to: socket.place)
            defer { close(descriptor) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 1 && !FileManager.default.fileExists(atPath: path))
            for name in names {
                #expect(try mode(of: "\(folder)/\(name)") == 0o700)
            }
            let number = try socket.publish()
            #expect(try mode(of: path) == 0o660)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            // What another process has put in its place stays.
            try FileManager.default.removeItem(atPath: path)
            try Data().write(to: URL(filePath: path))
            socket.remove(number)
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// A socket that is bound to a path.
    private func bound(to path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let status = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
        return descriptor
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
