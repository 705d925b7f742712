internal import Foundation

/// A request as the transport takes it.
struct HTTPRequest: Sendable {
    /// The whole URL.
    var url: String
    /// Whole header lines, without line ends.
    var headers: [String]
    /// The body of a POST; nil makes it a GET.
    var body: Data?
    /// From now to the last byte of the answer.
    var timeout: Duration
    /// An answer's body of more bytes ends the exchange.
    var answerLimit: Int
    /// Whether proxies named by the environment are left aside.
    var bypassesProxies: Bool
    /// Whether the request gets a connection of its own, which nothing else uses before or after it.
    var isAlone: Bool
}

/// A request and what came back, however little.
struct HTTPExchange: Sendable {
    /// How the exchange ended.
    enum End: Sendable, Equatable {
        /// The answer is whole.
        case complete
        /// The answer's body passed the limit.
        case tooLarge
        /// The exchange broke off.
        case failed(TransportFailure)
    }

    /// The answer's status; nil when none came.
    var status: Int?
    /// The answer's body as far as it came.
    var body: Data
    /// Whether a byte of the request may have left; false only where certainly none did.
    var requestMayHaveLeft: Bool
    /// Whether the whole request may have left; false only where a part of its body certainly did not.
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
