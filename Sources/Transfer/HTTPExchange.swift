package import Foundation

/// A request to the transport.
package struct HTTPRequest: Sendable {
    /// The whole URL.
    package var url: String
    /// What is asked of the server.
    package var method: Method
    /// Whole header lines, without line ends.
    package var headers: [String]
    /// The body of a POST or a PUT.
    package var body: Data?
    /// The time until the last byte of the answer.
    package var timeout: Duration
    /// The time for which next to nothing may move, in either direction, before the exchange breaks off; nil for any.
    package var stall: Duration?
    /// A larger answer body, in bytes, ends the exchange.
    package var answerLimit: Int
    /// Whether to ignore the proxies that the environment names.
    package var bypassesProxies: Bool
    /// Whether the request gets its own connection, which is used for nothing else.
    package var isAlone: Bool
    /// The socket in the file system to connect to, whatever host the URL names; nil for the network.
    package var socketPath: String?
    /// Whether the body of an answer that announces no length is whole; nil if only the connection says so.
    package var isWhole: (@Sendable (Data) -> Bool)?

    /// What a server can be asked.
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// Describes a request; without a method, a POST of the body, or a GET if there is none.
    package init(
        url: String, method: Method? = nil, headers: [String], body: Data?, timeout: Duration,
        stall: Duration? = nil, answerLimit: Int, bypassesProxies: Bool, isAlone: Bool,
        socketPath: String? = nil
    ) {
        self.url = url
        self.method = method ?? (body == nil ? .get : .post)
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.stall = stall
        self.answerLimit = answerLimit
        self.bypassesProxies = bypassesProxies
        self.isAlone = isAlone
        self.socketPath = socketPath
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Only the method: a key is in the headers, and may be in the URL.
    package var description: String { method.rawValue }
    /// Has no members.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of a request, however incomplete.
package struct HTTPExchange: Sendable {
    /// How the exchange ended.
    package enum End: Sendable, Equatable {
        /// The answer is whole.
        case complete
        /// The answer's body exceeded the limit.
        case tooLarge
        /// The exchange broke off.
        case failed(TransportFailure)
    }

    /// The answer's status; nil without one.
    package var status: Int?
    /// The part of the answer's body that arrived.
    package var body: Data
    /// Whether a byte of the request may have been sent; false only if certainly none was.
    package var requestMayHaveLeft: Bool
    /// Whether the whole request may have been sent; false only if part of its body certainly was not.
    package var requestMayBeWhole: Bool
    /// How long the header `Retry-After` asks to wait; nil without one.
    package var retryAfter: Duration?
    /// The header `x-request-id` of the answer, if it is printable ASCII of a usual length; nil without one.
    package var requestID: String?
    /// The header `Content-Length` of the answer; nil without one.
    package var announcedBytes: Int?
    /// How the exchange ended.
    package var end: End

    /// An exchange that never began.
    static func notBegun(_ reason: TransportFailure.Reason, _ message: String) -> HTTPExchange {
        HTTPExchange(
            status: nil, body: Data(), requestMayHaveLeft: false, requestMayBeWhole: false,
            retryAfter: nil, requestID: nil, announcedBytes: nil,
            end: .failed(TransportFailure(reason: reason, message: message)))
    }
}
