import Answers
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Says what is wrong with bytes that are not a request that is taken, where the framework has a bare 400 for all of them.
final class ParserProblems: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let logger: Logger
    private var refusal: Refusal?

    init(logger: Logger) {
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is ChannelError, is IOError: context.fireErrorCaught(error)
        case let error as HTTPParserError:
            refusal = refusal ?? Refusal(error)
            context.fireErrorCaught(error)
        // One of a body, which the route that reads it answers.
        case is Refusal: context.fireErrorCaught(error)
        // The framework answers errors of the parser only.
        case let error as RefusedHead:
            refusal = refusal ?? error.refusal
            context.fireErrorCaught(HTTPParserError.unknown)
        default:
            refusal = refusal ?? Refusal(HTTPParserError.unknown)
            context.fireErrorCaught(HTTPParserError.unknown)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let refusal, case .head(let head) = unwrapOutboundIn(data),
            head.status == .badRequest, head.headerFields[.contentLength] == "0"
        else { return context.write(data, promise: promise) }
        let status = refusal.code.problem.status
        let id = RequestID().description
        let body = (try? AnswerJSON.line(Problem(refusal, requestID: id))) ?? ""
        var headers = SecurityHeaders.added(to: refusal.allHeaders, requestID: id)
        headers[.connection] = "close"
        headers[.contentLength] = "\(body.utf8.count)"
        logger.info(
            "Answered.",
            metadata: [
                "route": "none", "status": "\(status.code)", "request": "\(id)",
            ])
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: headers))),
            promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(string: body))), promise: promise)
    }
}
