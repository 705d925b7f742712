import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection when an exchange on it takes too long, however slowly either side goes on.
///
/// The framework's own clock starts anew with each byte, also of a body that nothing reads any more.
final class ExchangeDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    /// How many requests have begun, how many have arrived, and how many were answered.
    private var (begun, arrived, answered) = (0, 0, 0)
    private var end: Scheduled<Void>?

    /// For a client that still sends what is refused already: at once, it might not see the answer.
    private static let farewell: TimeAmount = .seconds(2)

    init(_ limit: TimeAmount) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            begun += 1
            if begun == min(arrived, answered) + 1 { close(context, in: limit) }
        case .end:
            arrived += 1
            if arrived <= answered { goOn(context) }
        case .body: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Events come as long as there are any, and an archive as fast as the line is.
        case .head(let head) where Self.isLong(head.headerFields[.contentType]): end?.cancel()
        case .end:
            answered += 1
            if answered <= arrived { goOn(context) } else { close(context, in: Self.farewell) }
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    private static func isLong(_ type: String?) -> Bool {
        type == EventRoutes.type || type == ArchiveRoutes.type
    }

    /// Begins the time of the next exchange, if there is one.
    private func goOn(_ context: ChannelHandlerContext) {
        end?.cancel()
        if begun > min(arrived, answered) { close(context, in: limit) }
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
        end?.cancel()
        end = context.eventLoop.scheduleTask(in: time) { [channel = context.channel] in
            channel.close(promise: nil)
        }
    }
}

/// Lets a client send its body that asks first; without an answer, most wait a second.
final class ContinueAnswer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let mostOfPhoto: Int
    private let mostOfParts: Int

    /// A body that is announced to be larger is not asked for: it is refused.
    ///
    /// - Parameters:
    ///   - mostOfPhoto: In bytes.
    ///   - mostOfParts: The same for a body of several parts.
    init(mostOfPhoto: Int, mostOfParts: Int) {
        self.mostOfPhoto = mostOfPhoto
        self.mostOfParts = mostOfParts
    }

    private func mostBytes(of head: HTTPRequest) -> Int {
        head.headerFields[.contentType]?.lowercased().hasPrefix("multipart/") == true
            ? mostOfParts : mostOfPhoto
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data),
            head.headerFields[.expect]?.lowercased() == "100-continue",
            head.headerFields.announcedLength ?? 0 <= mostBytes(of: head)
        {
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }
}
