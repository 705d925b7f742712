import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Sends a reply, or breaks the connection if the reply says so.
    ///
    /// Not for ``Reply/silence``: a reply without an end is awaited, not sent.
    static func sending(_ reply: Reply, on channel: any Channel) async throws -> Response {
        switch reply {
        case .page(let bytes, let status, let headers):
            var fields: HTTPFields = [:]
            for (name, value) in headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            return Response(
                status: HTTPResponse.Status(code: status), headers: fields,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .flood:
            return Response(status: .ok, headers: jsonHeaders, body: flood)
        case .cutOff(let value, let share):
            let bytes = value.encoded
            let sent = bytes.prefix(Int(Double(bytes.count) * share))
            let body = ResponseBody(contentLength: bytes.count) { writer in
                if !sent.isEmpty { try await writer.write(ByteBuffer(bytes: sent)) }
                throw ConnectionDropped()
            }
            return Response(status: .ok, headers: jsonHeaders, body: body)
        case .closed, .silence:
            try await channel.close()
            throw ConnectionDropped()
        }
    }

    private static let jsonHeaders: HTTPFields = [.contentType: Reply.jsonType]

    /// An endless picture, in chunks of one megabyte, until the client disconnects.
    private static var flood: ResponseBody {
        ResponseBody { writer in
            let start =
                #"{"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":""#
            try await writer.write(ByteBuffer(string: start))
            let chunk = ByteBuffer(repeating: UInt8(ascii: "A"), count: 1 << 20)
            while true { try await writer.write(chunk) }
        }
    }
}

private struct ConnectionDropped: Error {}
