import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Refuses heads of requests that the parser takes and RFC 9112 does not allow, or that mean two things.
///
/// It stands before the framework, which keeps neither the version of a request nor the authority of its target. The
/// connection of a client that wants it closed, or that speaks HTTP/1.0, is closed after the response.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let chunks: ChunkSizes
    private var isRefused = false
    /// The requests that are not answered, in their order.
    private var waiting: [(isLast: Bool, knowsChunks: Bool)] = []

    /// - Parameter chunks: Learns which bodies have chunks.
    init(_ chunks: ChunkSizes) {
        self.chunks = chunks
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows a head that was refused has no meaning.
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            do {
                try head.makeStrict()
                try chunks.expect(head)
            } catch {
                isRefused = true
                context.fireErrorCaught(RefusedHead(refusal: error))
                return
            }
            let knowsChunks = head.version.minor > 0
            let isLast = !head.isKeepAlive || !knowsChunks
            // The framework closes for this spelling only.
            if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
            waiting.append((isLast, knowsChunks))
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body: context.fireChannelRead(data)
        case .end:
            chunks.body = .absent
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var data = data
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200 && waiting.first?.isLast == true:
            head.headers.replaceOrAdd(name: "connection", value: "close")
            // The encoder sends a body without a length in chunks, except in this version, where the connection's end ends it.
            if waiting.first?.knowsChunks == false, !head.headers.contains(name: "content-length") {
                head.version = .http1_0
            }
            data = wrapOutboundOut(.head(head))
        case .end: if !waiting.isEmpty { waiting.removeFirst() }
        default: break
        }
        context.write(data, promise: promise)
    }
}

struct RefusedHead: Error {
    let refusal: Refusal
}

extension HTTPRequestHead {
    /// Throws if the head is not one that RFC 9112 allows; else spells it as the routes know it.
    mutating func makeStrict() throws(Refusal) {
        let hosts = headers["host"]
        guard hosts.count < 2 else { throw .malformed("'Host' comes more than once.") }
        guard !hosts.isEmpty || version.minor == 0 else { throw .malformed("'Host' is missing.") }
        var name: String?
        if let host = hosts.first {
            guard let authority = Authority(host) else {
                throw .malformed("'Host' is a name, with a port or without.")
            }
            name = authority.name
        }
        try takeTarget(host: name)
        try checkCodings()
        // That version knows no interim responses (RFC 9110, section 10.1.1).
        if version.minor == 0 { headers.remove(name: "expect") }
        uri = uri.withoutNeedlessEncoding
    }

    /// Makes a target in absolute form, which names the host itself, one in origin form.
    private mutating func takeTarget(host: String?) throws(Refusal) {
        guard method != .CONNECT, uri != "*", !uri.hasPrefix("/") else { return }
        guard let parts = uri.wholeMatch(of: /(?i:https?):\/\/([^\/?#]*)(.*)/),
            let authority = Authority(String(parts.1))
        else { throw .malformed("The target is a path, or a URL of this server.") }
        guard authority.name == host ?? authority.name else { throw .misdirected }
        headers.replaceOrAdd(name: "host", value: String(parts.1))
        uri = parts.2.hasPrefix("/") ? String(parts.2) : "/\(parts.2)"
    }

    /// Throws if a body is coded in another way than in chunks, or not clearly so (RFC 9112, section 6.1).
    private func checkCodings() throws(Refusal) {
        let codings = headers["transfer-encoding"].flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: [" ", "\t"]).lowercased() }
        }
        guard !codings.isEmpty else { return }
        guard version.minor > 0, codings.firstIndex(of: "chunked") == codings.count - 1,
            !codings.contains("")
        else { throw .malformed("'Transfer-Encoding' ends with 'chunked', in HTTP/1.1 only.") }
        guard codings.count == 1 else { throw .codingUnknown }
    }
}

extension String {
    /// The target of a request, in whose path what means the same with `%` and without is spelled without: letters,
    /// digits, `-`, `.`, `_` and `~` (RFC 3986, section 6.2.2.2).
    ///
    /// No name in a path has other characters, so this is all decoding that a path needs, and it happens once.
    var withoutNeedlessEncoding: String {
        let path = self[..<(utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex)]
        guard path.utf8.contains(UInt8(ascii: "%")) else { return self }
        let encoded = /%([0-9A-Fa-f]{2})/.matchingSemantics(.unicodeScalar)
        let decoded = path.replacing(encoded) { match in
            let code = match.1.compactMap(\.hexDigitValue).reduce(0) { $0 * 16 + $1 }
            let character = String(Character(Unicode.Scalar(UInt8(clamping: code))))
            return character.isPlainName ? character : String(match.0)
        }
        return String(decoded) + self[path.endIndex...]
    }
}

/// Connections of HTTP/1 as the framework serves them, with checks of ours around its parser.
struct StrictHTTP1: ServerChildChannel {
    let connections: HTTP1Channel
    let mostBytes: Int

    func setup(
        channel: any Channel, logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        connections.setup(channel: channel, logger: logger).flatMapThrowing { [mostBytes] value in
            try Self.addChecks(to: channel.pipeline.syncOperations, mostBytes: mostBytes)
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await connections.handle(value: value, logger: logger)
    }

    static func addChecks(
        to pipeline: ChannelPipeline.SynchronousOperations, mostBytes: Int
    ) throws {
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let chunks = ChunkSizes(most: mostBytes)
        try pipeline.addHandler(chunks, position: .before(parser))
        try pipeline.addHandler(RequestHeads(chunks), position: .after(parser))
    }
}

/// The host and the port in `Host`, or in the target of a request: RFC 9110, section 7.2.
struct Authority {
    /// The host in lower case; an address of IPv6 with its brackets.
    let name: String

    /// Reads an authority; `nil` if it has a user, blanks inside, or anything but a port behind the host.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: [" ", "\t"]).lowercased()
        guard text.isVisibleASCII, !text.contains("@") else { return nil }
        var end = text.firstIndex(of: ":") ?? text.endIndex
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            end = text.index(after: bracket)
        }
        let port = text[end...]
        guard port.isEmpty || port.wholeMatch(of: /:[0-9]{0,5}/) != nil else { return nil }
        name = String(text[..<end])
    }
}
