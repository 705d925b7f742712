public import Transfer

/// Why a provider cannot be asked for a while; nothing was processed, and trying again is free.
public struct Unavailability: Sendable, Equatable {
    /// Why it cannot be asked.
    public enum Reason: Sendable, Equatable, CaseIterable {
        /// There is no connection, or no answer.
        case unreachable
        /// A certificate has expired or is not valid yet, by this machine's clock.
        case certificateDate
        /// A certificate is not trusted: of the service, of a proxy, or of a network's login page.
        case certificateNotTrusted
        /// Something else answers: a network's login page, a proxy, or another service.
        case otherService
    }

    /// Why it cannot be asked.
    public var reason: Reason
    /// What happened, for an operator.
    public var message: String

    /// Creates a value.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    init(_ reason: TransportFailure.Reason, _ message: String) {
        self.init(reason.unavailability, message)
    }
}

extension TransportFailure.Reason {
    /// What a failure before the first byte says of the provider.
    public var unavailability: Unavailability.Reason {
        switch self {
        case .certificate: .certificateNotTrusted
        case .certificateDate: .certificateDate
        case .dns, .connect, .tls, .proxy, .proxyRefused, .setting, .connectionLost, .deadline,
            .cancelled, .abandoned, .gateway, .other:
            .unreachable
        }
    }
}
