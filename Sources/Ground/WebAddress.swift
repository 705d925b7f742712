/// An address of the web: `https://host:port/path?query`, without a user, a password or a fragment.
///
/// All that takes such an address takes it through here, so that what is printed of it cannot be a password: a user and its
/// password are refused however they are written, also where they would count as the host.
public struct WebAddress: Sendable, Equatable {
    /// `http` or `https`.
    public let scheme: String
    /// The host as it is written; an address of IPv6 is in brackets.
    public let host: String
    /// The port, if it is written.
    public let port: Int?
    /// The path, from its slash on; empty without one.
    public let path: String
    /// The query without its mark; `nil` without a mark.
    public let query: String?

    /// Reads an address; `nil` for any other text.
    public init?(_ text: String) {
        // Where a password has a slash or a question mark, what is before its sign looks like a host.
        guard text.isVisibleASCII, !text.contains("@"),
            let parts = text.wholeMatch(
                of:
                    /((?i)https?):\/\/(\[[^\]]*\]|[^:\/?#\[]+)(?::([0-9]{1,5}))?(\/[^?#]*)?(?:\?([^#]*))?/
            )
        else { return nil }
        scheme = parts.1.lowercased()
        host = String(parts.2)
        port = parts.3.flatMap { Int($0) }
        path = parts.4.map(String.init) ?? ""
        query = parts.5.map(String.init)
        guard host.canBeHost, port.map((1...65_535).contains) ?? true else { return nil }
    }

    /// Whether the host is this machine.
    public var isLoopback: Bool { host.isLoopbackHost }

    /// Whether others on the way cannot read what is sent there: it goes by HTTPS, or stays on this machine.
    public var isPrivate: Bool { scheme == "https" || isLoopback }
}
