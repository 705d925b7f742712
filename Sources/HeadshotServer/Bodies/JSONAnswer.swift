import Answers
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer as JSON, as the command line spells it.
    static func json(
        _ answer: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: try AnswerJSON.line(answer))))
    }
}
