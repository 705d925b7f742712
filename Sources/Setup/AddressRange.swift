import Ground

/// A range of internet addresses, such as `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// The bits before an address of IPv4 that is written as one of IPv6, such as `::ffff:10.0.0.1`, which are not kept.
    private static let bitsBeforeIPv4 = 96

    /// Reads a range; an address alone is a range of one.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = String(parts[0]).addressBytes else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        let prefix = parts[0].contains(":") && bytes.count == 4 ? Self.bitsBeforeIPv4 : 0
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
}
