import Glibc
import Ground
import NIOCore

/// A range of internet addresses, such as `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads a range; an address alone is a range of one.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0),
            let bytes = Self.bytes(of: address)
        else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        // Of an address of IPv4 that is written as one of IPv6, the first 96 bits are not kept.
        let prefix = parts[0].contains(":") && bytes.count == 4 ? Self.mappedPrefix.count * 8 : 0
        guard let bits = Int(digits: parts[1], in: prefix...prefix + bytes.count * 8) else {
            return nil
        }
        self.bits = bits - prefix
    }

    private init(_ bytes: [UInt8], bits: Int) {
        self.bytes = bytes
        self.bits = bits
    }

    /// This machine's own addresses.
    static let loopback = [
        AddressRange([127, 0, 0, 0], bits: 8),
        AddressRange([UInt8](repeating: 0, count: 15) + [1], bits: 128),
    ]

    /// Whether an address lies in the range.
    func contains(_ address: SocketAddress) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// The bytes of an address; 4 for one of IPv4, also where a socket of IPv6 names it `::ffff:10.0.0.1`.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let address):
            return unsafe withUnsafeBytes(of: address.address.sin_addr) { unsafe Array($0) }
        case .v6(let address):
            let bytes = unsafe withUnsafeBytes(of: address.address.sin6_addr) { unsafe Array($0) }
            return bytes.starts(with: mappedPrefix) ? Array(bytes.suffix(4)) : bytes
        case .unixDomainSocket: return nil
        }
    }

    /// Begins the addresses of IPv6 that stand for those of IPv4 (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
