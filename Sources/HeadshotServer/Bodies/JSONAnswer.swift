import Answers
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer as JSON, as the command line spells it.
    ///
    /// - Parameter isReplayed: Whether it is that of an earlier request.
    static func json(
        _ answer: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        isReplayed: Bool = false
    ) throws -> Response {
        var headers = headers
        if isReplayed, let name = HTTPField.Name("Idempotency-Replayed") { headers[name] = "true" }
        return text(
            try AnswerJSON.line(answer), as: "application/json", status: status, headers: headers)
    }

    static func text(
        _ text: String, as type: String, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
