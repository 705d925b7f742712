internal import Foundation

/// A request to the transport.
struct HTTPRequest: Sendable {
    /// The whole URL.
    var url: String
    /// Whole header lines, without line ends.
    var headers: [String]
    /// The body of a POST; nil for a GET.
    var body: Data?
    /// The time until the last byte of the answer.
    var timeout: Duration
    /// A larger answer body, in bytes, ends the exchange.
    var answerLimit: Int
    /// Whether to ignore the proxies that the environment names.
    var bypassesProxies: Bool
    /// Whether the request gets its own connection, which is used for nothing else.
    var isAlone: Bool
}

/// The result of a request, however incomplete.
struct HTTPExchange: Sendable {
    /// How the exchange ended.
    enum End: Sendable, Equatable {
        /// The answer is whole.
        case complete
        /// The answer's body exceeded the limit.
        case tooLarge
        /// The exchange broke off.
        case failed(TransportFailure)
    }

    /// The answer's status; nil without one.
    var status: Int?
    /// The part of the answer's body that arrived.
    var body: Data
    /// Whether a byte of the request may have been sent; false only if certainly none was.
    var requestMayHaveLeft: Bool
    /// Whether the whole request may have been sent; false only if part of its body certainly was not.
    var requestMayBeWhole: Bool
    /// How long the header `Retry-After` asks to wait; nil without one.
    var retryAfter: Duration?
    /// How the exchange ended.
    var end: End

    /// An exchange that never began.
    static func notBegun(_ reason: TransportFailure.Reason, _ message: String) -> HTTPExchange {
        HTTPExchange(
            status: nil, body: Data(), requestMayHaveLeft: false, requestMayBeWhole: false,
            retryAfter: nil, end: .failed(TransportFailure(reason: reason, message: message)))
    }
}
