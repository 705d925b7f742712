import Glibc

extension String {
    /// Whether this host of a URL is this machine.
    ///
    /// A name that begins with 127 is not an address: `127.0.0.1.example.com` can be anywhere.
    public var isLoopbackHost: Bool {
        if lowercased() == "localhost" { return true }
        guard let bytes = withoutBrackets.addressBytes else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// Whether this can be a host: a name, or an address, of IPv6 with or without brackets.
    ///
    /// A key is not, although some keys have only signs that names have.
    public var canBeHost: Bool {
        guard isVisibleASCII, !SecretText.isKey(self) else { return false }
        return wholeMatch(of: /[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?/) != nil
            || contains(":") && withoutBrackets.addressBytes != nil
    }

    /// Whether all characters are printable ones of ASCII, and none is a space.
    ///
    /// Other texts are not to be split at a sign: with an accent on it, the sign is another `Character`.
    public var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// The bytes of an internet address as it is written; 4 for one of IPv4, also where it is written `::ffff:10.0.0.1`.
    public var addressBytes: [UInt8]? {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, self, &four) == 1 {
            return unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        }
        var sixteen = in6_addr()
        guard unsafe inet_pton(AF_INET6, self, &sixteen) == 1 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: sixteen) { unsafe Array($0) }
        return bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : bytes
    }

    /// Begins the addresses of IPv6 that stand for those of IPv4 (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
