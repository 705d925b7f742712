import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// The request; to a client that waits for `100 Continue`, that is sent once the route reads the body, so that no
    /// client is asked for a body that its head has refused.
    func asking(on channel: any Channel) -> Request {
        guard [.post, .put, .patch].contains(method),
            headers[.expect]?.lowercased() == "100-continue"
        else { return self }
        var request = self
        request.body = RequestBody(asyncSequence: AskedBody(body: body, channel: channel))
        return request
    }
}

/// A body whose client is asked for it when it is read; without that, most wait a second.
private struct AskedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> Iterator {
        Iterator(pieces: body.makeAsyncIterator(), channel: channel)
    }

    struct Iterator: AsyncIteratorProtocol {
        var pieces: RequestBody.AsyncIterator
        var channel: (any Channel)?

        @concurrent
        mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                let interim = HTTPResponse(status: .continue)
                try await channel.writeAndFlush(HTTPResponsePart.head(interim))
            }
            return try await pieces.next()
        }
    }
}
