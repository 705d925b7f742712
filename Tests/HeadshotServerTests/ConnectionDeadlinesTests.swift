import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HeadshotServer

/// When a connection is closed, by the clock of an event loop that tests move.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionDeadlinesTests {
    /// What happens on a connection.
    enum Step: Sendable {
        /// A part of a request arrives.
        case head, body, end
        /// Bytes arrive that are not yet a part of a request.
        case bytes
        /// A response is sent, whole or in two parts.
        case response, responseHead(String), responseEnd
        /// The client accepts nothing more of a response, or accepts it again.
        case full, drained
        /// Seconds pass.
        case pause(Int64)
    }

    /// Steps, and how many seconds after them the connection is closed; `nil` for never.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let seconds: Int64?

        init(_ name: String, _ steps: [Step], _ seconds: Int64?) {
            testDescription = name
            self.steps = steps
            self.seconds = seconds
        }
    }

    private static let request: [Step] = [.head, .end]
    private static let exchange: [Step] = request + [.response]
    private static let events: [Step] = request + [.responseHead("text/event-stream")]
    private static let archive: [Step] = request + [.responseHead("application/zip")]

    static let cases: [Case] = [
        Case("a client that sends nothing", [], 15),
        Case("a head that begins late", [.pause(10), .bytes], 5),
        Case("a head that never ends", [.bytes, .pause(10), .bytes], 5),
        Case("a body that never comes", [.head], 15),
        Case("a body that stalls", [.head, .pause(14), .body], 15),
        Case(
            "a body of many small parts",
            [.head] + Array(repeating: [.pause(14), .body], count: 8).flatMap(\.self), 8),
        Case("a slow handler", request, 120),
        Case("a connection that is not used", exchange, 150),
        Case("one that was used twice", exchange + [.pause(149)] + exchange, 150),
        Case("a slow handler of a second request", exchange + [.pause(149)] + request, 120),
        Case("a second head that never ends", exchange + [.pause(149), .bytes], 15),
        Case(
            "the same, byte by byte", exchange + [.pause(100), .bytes, .pause(14), .bytes], 1),
        Case("a second head that begins before the response", request + [.bytes, .response], 15),
        Case(
            "a second request that begins before the response",
            request + [.bytes, .head, .end, .response, .response], 150),
        Case("a second body that stalls", exchange + [.pause(100), .head, .pause(5), .body], 15),
        Case("a response before the end of its request", [.head, .response], 2),
        Case("a second request before the first response", request + request + [.response], 120),
        Case("events", events, nil),
        Case("events that nobody reads", events + [.pause(1000), .full], 120),
        Case("events that somebody reads again", events + [.full, .pause(119), .drained], nil),
        Case("an archive", archive, nil),
        Case("an export of a person", request + [.responseHead("application/json")], nil),
        Case("an archive that nobody reads", archive + [.pause(1000), .full], 120),
        Case("a connection after an archive", archive + [.pause(1000), .responseEnd], 150),
        Case("a response to which nobody listens", request + [.responseHead("image/jpeg")], 120),
    ]

    @Test(arguments: cases)
    func `a connection is closed in time, and not before`(_ example: Case) throws {
        let channel = try Self.connected()
        for step in example.steps {
            try Self.take(step, on: channel)
            #expect(channel.isActive)
        }
        let loop = channel.embeddedEventLoop
        loop.advanceTime(by: .seconds((example.seconds ?? 1_000_000) - 1))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(channel.isActive == (example.seconds == nil))
        _ = try? channel.finish()
    }

    @Test func `the response to HEAD for a stream states no length, and ends the connection`()
        throws
    {
        let channel = try Self.connected()
        try channel.writeInbound(HTTPRequestPart.head(Self.head(.head)))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        var fields = StreamedResponse.archive.headers
        fields[.contentLength] = "0"
        let empty = HTTPResponse(status: .ok, headerFields: fields)
        try channel.writeOutbound(HTTPResponsePart.head(empty))
        guard case .head(let sent)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no head")
            return
        }
        fields = StreamedResponse.archive.headers
        fields[.connection] = "close"
        #expect(sent.headerFields == fields)
        #expect(!channel.isActive)
    }

    private static func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionDeadlines(ConnectionLimits()))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static func head(_ method: HTTPRequest.Method) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/")
    }

    private static func take(_ step: Step, on channel: EmbeddedChannel) throws {
        switch step {
        case .head: try channel.writeInbound(HTTPRequestPart.head(head(.get)))
        case .body: try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        case .end: try channel.writeInbound(HTTPRequestPart.end(nil))
        case .bytes: channel.pipeline.fireChannelReadComplete()
        case .response:
            try take(.responseHead("image/jpeg"), on: channel)
            try take(.responseEnd, on: channel)
        case .responseHead(let type):
            try channel.writeOutbound(
                HTTPResponsePart.head(
                    HTTPResponse(
                        status: .ok,
                        headerFields: StreamedResponse(rawValue: type)?.headers
                            ?? [.contentType: type])))
        case .responseEnd: try channel.writeOutbound(HTTPResponsePart.end(nil))
        case .full, .drained:
            if case .drained = step {
                channel.isWritable = true
            } else {
                channel.isWritable = false
            }
            channel.pipeline.fireChannelWritabilityChanged()
        case .pause(let seconds): channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        }
    }
}
