import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection when one exchange on it takes too long, however slowly either side goes on.
final class ExchangeDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var end: Scheduled<Void>?

    init(_ limit: TimeAmount) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            end?.cancel()
            end = context.eventLoop.scheduleTask(in: limit) { [channel = context.channel] in
                channel.close(promise: nil)
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Events come as long as there are any.
        case .head(let head) where head.headerFields[.contentType] == EventRoutes.type:
            end?.cancel()
        case .end: end?.cancel()
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }
}
