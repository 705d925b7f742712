import Answers
import Ground
import HTTPTypes
import Hummingbird
import HummingbirdCore
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

/// The page of a list that a request asks for.
struct PageQuery {
    /// What the page before ended with.
    var after: String?
    var limit = 50

    static let most = 200

    init(_ query: [(String, Substring)]) throws(Refusal) {
        var query = query
        after = query.take("after").map { String($0) }
        if let text = query.take("limit") {
            guard let count = Int(digits: text, in: 1...Self.most) else {
                throw .malformed("'limit' is 1 to \(Self.most).")
            }
            limit = count
        }
        try query.end()
    }

    /// Reads a page, and what leads to the next one; nil after the last.
    ///
    /// - Parameters:
    ///   - id: The name of an entry.
    ///   - read: Reads at most so many entries.
    func read<Found>(
        _ id: (Found) -> String, _ read: (_ limit: Int) async throws -> [Found]
    ) async throws -> (entries: [Found], next: String?) {
        let found = try await read(limit + 1)
        let entries = Array(found.prefix(limit))
        return (entries, found.count > limit ? entries.last.map(id) : nil)
    }
}

/// An answer with more members than its value has.
struct Extended<Answer: Encodable, More: Encodable>: Encodable {
    private let answer: Answer
    private let more: [String: More]

    init(_ answer: Answer, _ more: [String: More]) {
        self.answer = answer
        self.more = more
    }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
        try more.encode(to: encoder)
    }
}

typealias Page<Entry: Encodable> = Extended<[String: [Entry]], String>

extension Extended {
    /// - Parameters:
    ///   - name: The member that has the entries.
    ///   - next: What to send as `after` for the next page; absent after the last.
    init<Entry: Encodable>(_ name: String, _ entries: [Entry], next: String?)
    where Answer == [String: [Entry]], More == String {
        self.init([name: entries], ["next": next].compactMapValues(\.self))
    }
}

extension Request {
    /// The parameters of the address, in their order; a name may come several times.
    var query: [(String, Substring)] { uri.queryParameters.map { (String($0.key), $0.value) } }
}

extension [(String, Substring)] {
    /// Removes the first parameter of a name, and returns its value; nil without one.
    mutating func take(_ name: String) -> Substring? {
        firstIndex { $0.0 == name }.map { remove(at: $0).1 }
    }

    /// Throws if there is a parameter that was not taken.
    func end() throws(Refusal) {
        if let other = first {
            throw .malformed("The parameter '\(other.0)' is unknown, or given twice.")
        }
    }
}
