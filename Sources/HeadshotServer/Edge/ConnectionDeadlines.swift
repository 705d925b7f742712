import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How long a connection may take for each thing.
struct ConnectionLimits: Sendable {
    /// From a request's first byte to the last of its response.
    ///
    /// A streamed response may take longer, but its client may not accept nothing for so long.
    var exchange: TimeAmount = .seconds(120)
    /// For the head of a request, and between two parts of its body.
    var stall: TimeAmount = .seconds(15)
    /// Between a response and the next request: longer than proxies keep an unused connection, two minutes for Caddy.
    ///
    /// A proxy that sends a request while the connection is being closed answers its client with 502.
    var idle: TimeAmount = .seconds(150)
    /// After a response that a client did not wait for before it sent the rest of its request: if the connection were
    /// closed at once, the client might not see the response.
    var farewell: TimeAmount = .seconds(2)
}

/// Closes a connection whose client is too slow for one of the ``ConnectionLimits``.
///
/// The framework has a single clock, which each part of a request starts anew, also a part of a body that is not read
/// any more; and it cannot distinguish an unused connection from a slow head.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    /// How many requests have begun, how many have arrived, and how many were answered.
    private var (begun, arrived, answered) = (0, 0, 0)
    /// The methods of the requests that are not answered, in their order.
    private var methods: [HTTPRequest.Method] = []
    private var isStreaming = false
    /// Whether what was read since the network was last read has a part of a request.
    private var hasPart = false
    /// Whether a head has begun before the response that it follows was sent.
    private var hasEarlyHead = false
    /// When the exchange, or the time between two, has taken too long.
    private var end: NIODeadline?
    /// When the next part of a request has taken too long.
    private var stall: NIODeadline?
    /// Looks at both; it is set again only for an earlier time, so most requests cost no timer.
    private var alarm: (time: NIODeadline, task: Scheduled<Void>)?

    init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { expectMore(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        expectMore(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasPart = true
        hasEarlyHead = false
        switch unwrapInboundIn(data) {
        case .head(let head):
            begun += 1
            methods.append(head.method)
            if begun == min(arrived, answered) + 1 { allow(limits.exchange, context) }
            expectMore(context)
        case .body: expectMore(context)
        case .end:
            stall = nil
            arrived += 1
            if arrived <= answered { goOn(context) }
        }
        context.fireChannelRead(data)
    }

    /// Called after each read from the network, also of bytes that are not yet a part of a request: those of a head.
    func channelReadComplete(context: ChannelHandlerContext) {
        if begun == arrived, begun == answered, stall == nil {
            end = nil
            expectMore(context)
        } else if begun == arrived, !hasPart {
            hasEarlyHead = true
        }
        hasPart = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStreaming = StreamedResponse(head) != nil
            if isStreaming, methods.first == .head { return endWithHead(context, head, promise) }
            if isStreaming { limitStream(context) }
        case .body: break
        case .end:
            isStreaming = false
            answered += 1
            if !methods.isEmpty { methods.removeFirst() }
            if answered <= arrived { goOn(context) } else { allow(limits.farewell, context) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isStreaming { limitStream(context) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.task.cancel()
        context.fireChannelInactive()
    }

    /// Answers HEAD for a response whose length is not known.
    ///
    /// It has the headers of the response to GET, in which no length is stated. Nothing ends such a head but the end of
    /// the connection: the encoder would send the last chunk of a body, and the framework a length of 0.
    private func endWithHead(
        _ context: ChannelHandlerContext, _ head: HTTPResponse, _ promise: EventLoopPromise<Void>?
    ) {
        var head = head
        head.headerFields[.contentLength] = nil
        head.headerFields[.connection] = "close"
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
        context.close(promise: nil)
    }

    /// Limits how long the client may accept nothing of a streamed response.
    private func limitStream(_ context: ChannelHandlerContext) {
        if context.channel.isWritable { end = nil } else { allow(limits.exchange, context) }
    }

    /// Begins the time of the next exchange, or the time until there is one.
    private func goOn(_ context: ChannelHandlerContext) {
        if hasEarlyHead {
            end = nil
            expectMore(context)
        } else {
            allow(begun > min(arrived, answered) ? limits.exchange : limits.idle, context)
        }
    }

    private func allow(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        end = context.eventLoop.now + time
        setAlarm(context)
    }

    private func expectMore(_ context: ChannelHandlerContext) {
        stall = context.eventLoop.now + limits.stall
        setAlarm(context)
    }

    private func setAlarm(_ context: ChannelHandlerContext) {
        guard let next = [end, stall].compactMap(\.self).min(), next < alarm?.time ?? .distantFuture
        else { return }
        alarm?.task.cancel()
        let alarmed = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: next) {
            let (handler, context) = alarmed.value
            handler.alarm = nil
            handler.closeIfLate(context)
        }
        alarm = (next, task)
    }

    private func closeIfLate(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        if [end, stall].contains(where: { $0.map { $0 <= now } ?? false }) {
            context.close(promise: nil)
        } else {
            setAlarm(context)
        }
    }
}
