import Glibc
import Ground

/// A range of internet addresses, such as `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads a range; an address alone is a range of one.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = Self.bytes(ofAddress: String(parts[0])) else { return nil }
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
    package static let loopback = [
        AddressRange([127, 0, 0, 0], bits: 8),
        AddressRange([UInt8](repeating: 0, count: 15) + [1], bits: 128),
    ]

    /// Whether an address, by its bytes, lies in the range.
    package func contains(_ other: [UInt8]) -> Bool {
        guard other.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// The bytes of an address as it is written; 4 for one of IPv4, also where it is written `::ffff:10.0.0.1`.
    package static func bytes(ofAddress text: String) -> [UInt8]? {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            return unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        }
        var sixteen = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: sixteen) { unsafe Array($0) }
        return bytes.starts(with: mappedPrefix) ? Array(bytes.suffix(4)) : bytes
    }

    /// Begins the addresses of IPv6 that stand for those of IPv4 (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
