import Foundation
import HeadshotWorker
import JobQueue
import Logging
import ServiceLifecycle
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

/// The listener for apps in this process, with times that a test chooses.
struct TestServer {
    let session: Session
    /// Where it listens; 0 for a socket.
    let port: UInt16
    /// The socket at which it listens; `nil` for a port.
    let socket: String?

    /// Serves a home for as long as `body` runs, on a port or on a socket.
    static func with(
        variables: [String: String] = [:], limits: ConnectionLimits = ConnectionLimits(),
        times: FeedTimes = FeedTimes(), onSocket: Bool = false,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let socket = onSocket ? "\(folder)/http.sock" : nil
            let configuration = Configuration(Environment(variables: variables))
            try await Session.run(configuration, home: "\(folder)/home", isService: true) {
                session in
                _ = try await session.limits(stores: true)
                try await serve(session, limits, times, socket, body)
            }
        }
    }

    private static func serve(
        _ session: Session, _ limits: ConnectionLimits, _ times: FeedTimes, _ socket: String?,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let address = try #require(ListenAddress(socket.map { "unix:\($0)" } ?? "127.0.0.1:0"))
        let said = Observed<String?>(nil)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = Server(
            session,
            ServerAddresses(listen: address, admin: nil, names: [], proxies: []),
            (version: "0", commit: nil), decoders: DecoderPool(DecoderProgram()),
            logger: logger, sentence: { "\($0)" },
            say: { sentence in said.update { $0 = sentence } })
        let feed = QueueFeed(session, times: times, logger: logger)
        let listener = server.listener(
            server.apiRoutes(feed).router, at: address, "Apps", limits: limits
        ) {}
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [feed, listener], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            let sentence = try await said.wait { $0 }
            var port: UInt16 = 0
            if socket == nil {
                port = try #require(sentence.split(separator: ":").last.flatMap { UInt16($0) })
            }
            try await body(TestServer(session: session, port: port, socket: socket))
            await services.triggerGracefulShutdown()
        }
    }

    /// Makes a space that makes headshots here, and returns a token of it.
    func addSpace(
        _ name: String, scopes: Set<Access.Scope> = [.submit, .read]
    ) async throws -> AccessToken {
        let space = try #require(Space(name))
        let random = session.configuration.environment.randomBytes(32)
        let token = AccessToken(for: space, random: random)
        let added = try await session.store.create(
            space, SpaceSettings(provider: "local"),
            token: (token: token, holder: .server, scopes: scopes),
            now: session.configuration.environment.now)
        #expect(added != nil)
        return token
    }

    /// Sends bytes, and returns what comes back until the server closes the connection.
    func exchange(_ text: String) async throws -> String {
        try await within(.seconds(60)) { [port, socket] in
            let bytes = Data(text.utf8)
            let answer =
                if let socket {
                    try await exchangeRaw(bytes, path: socket)
                } else {
                    try await exchangeRaw(bytes, port: port)
                }
            return String(decoding: answer, as: UTF8.self)
        }
    }

    /// Opens a connection and sends a GET.
    func get(
        _ path: String, token: AccessToken? = nil, on open: RawConnection? = nil
    ) throws -> RawConnection {
        let connection = try open ?? RawConnection(port: port)
        let authorization = token.map { "Authorization: Bearer \($0.secret)\r\n" } ?? ""
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(authorization)\r\n")
        return connection
    }
}
