/// A request that ended without a status: why, and in what words.
public struct TransportFailure: Sendable, Equatable {
    /// What went wrong.
    public enum Reason: String, Sendable, Codable {
        /// The host's name could not be resolved.
        case dns
        /// No connection could be made.
        case connect
        /// No secure connection could be agreed on, or the certificate is not trusted.
        case tls
        /// A proxy stood in the way.
        case proxy
        /// The connection ended, or broke, after it was made.
        case connectionLost
        /// The time for the whole request ran out.
        case deadline
        /// The task was cancelled, or the provider was shut down.
        case cancelled
        /// 499: the provider saw the request abandoned, and does not say whether it was charged.
        case abandoned
        /// Anything else that the transfer library reports.
        case other
    }

    /// What went wrong.
    public var reason: Reason
    /// The transfer library's words, for an operator.
    public var message: String

    /// Creates a failure.
    public init(reason: Reason, message: String) {
        self.reason = reason
        self.message = message
    }
}
