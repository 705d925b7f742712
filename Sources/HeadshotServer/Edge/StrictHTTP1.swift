import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections of HTTP/1 as the framework serves them, with checks of ours around its parser.
struct StrictHTTP1: ServerChildChannel {
    let connections: HTTP1Channel
    /// The largest body of a request, in bytes.
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
