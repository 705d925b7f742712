import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Pages
import Setup
import Synchronization
import Testing

@testable import HeadshotServer

/// The routes of both listeners of a server without sockets.
struct RoutesInProcess {
    /// The routes as they were declared: those for apps, then those for operators.
    let declarations: [RouteDeclaration]
    /// The routes as the router knows them, such as `GET /v1/jobs`.
    let served: [String]
    private let respond: @Sendable (Request, ServerContext) async throws -> Response

    /// Makes the routes of a fresh server, whose rate limits have counted no request yet.
    ///
    /// - Parameter pages: Those of the site; nil to serve apps only.
    init(_ session: Session, pages: SitePages? = nil) throws {
        let addresses = ServerAddresses(
            listen: try #require(ListenAddress("127.0.0.1:0")), admin: nil, names: [], proxies: [])
        let server = Server(
            session, addresses, (version: "0", commit: nil),
            decoders: DecoderPool(DecoderProgram()), pages: pages, examine: { [] },
            logger: Self.logger,
            sentence: { "\($0)" }, say: { _ in })
        let apps = server.apiRoutes(QueueFeed(session, logger: Self.logger))
        let operators = server.adminRoutes(Readiness(session))
        declarations = apps.declarations + operators.declarations
        served = (apps.router.routes + operators.router.routes).map(\.description)
        let responder = apps.router.buildResponder()
        respond = { try await responder.respond(to: $0, context: $1) }
    }

    /// An answer to a request.
    struct Answer {
        let status: Int
        let body: String
        let headers: HTTPFields

        /// The code of a problem; nil for other answers.
        var problem: String? {
            guard status >= 400 else { return nil }
            let json = try? JSONSerialization.jsonObject(with: Data(body.utf8))
            return (json as? [String: Any])?["code"] as? String
        }

        /// A member of a JSON object, as text.
        subscript(_ member: String) -> String? {
            let json = try? JSONSerialization.jsonObject(with: Data(body.utf8))
            return (json as? [String: Any])?[member] as? String
        }
    }

    /// Sends a request to the routes for apps; the events of a stream are not read.
    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, person: String? = nil,
        type: String = "application/json", fields: HTTPFields = [:], _ body: String = ""
    ) async throws -> Answer {
        var headers: HTTPFields = [.contentType: type, .contentLength: "\(body.utf8.count)"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        if let name = HTTPField.Name("x-user-id") { headers[name] = person }
        headers.append(contentsOf: fields)
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let response = try await respond(
            Request(
                head: HTTPRequest(
                    method: method, scheme: "http", authority: "localhost", path: path,
                    headerFields: headers),
                body: RequestBody(buffer: ByteBuffer(string: body))),
            ServerContext(source: .init(channel: channel, logger: Self.logger)))
        let read = BodyText()
        if response.headers[.contentType] != StreamedResponse.events.rawValue {
            try await response.body.write(BodyReader(text: read))
        }
        return Answer(
            status: Int(response.status.code), body: read.text, headers: response.headers)
    }

    private static let logger: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()
}

/// The bytes of a body that was written.
private final class BodyText: Sendable {
    private let bytes = Mutex(Data())

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    func append(_ buffer: ByteBuffer) {
        bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }
}

private struct BodyReader: ResponseBodyWriter {
    let text: BodyText

    mutating func write(_ buffer: ByteBuffer) async throws { text.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
