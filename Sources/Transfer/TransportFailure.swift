/// Why a request ended without a status.
public struct TransportFailure: Sendable, Equatable {
    /// What went wrong.
    public enum Reason: String, Sendable, Codable {
        /// The host's name could not be resolved.
        case dns
        /// No connection could be made.
        case connect
        /// The TLS handshake failed.
        case tls
        /// The certificate of the service, or of a proxy in between, is not trusted.
        case certificate
        /// A certificate has expired or is not valid yet, by this machine's clock.
        case certificateDate
        /// A proxy failed.
        case proxy
        /// A proxy refused to connect, and will refuse again.
        case proxyRefused
        /// The address, or a setting of the proxy or of certificates, can never work.
        case setting
        /// The connection closed or broke after it was made.
        case connectionLost
        /// The time for the whole request ran out.
        case deadline
        /// The task was cancelled, or the provider was shut down.
        case cancelled
        /// 499: the provider saw the request abandoned, and does not say whether it was charged.
        case abandoned
        /// A gateway on the way to the provider gave up on the request, which may have arrived.
        case gateway
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
