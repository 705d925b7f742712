import Glibc
import NIOCore
import Setup

extension AddressRange {
    /// Whether an address lies in the range.
    func contains(_ address: SocketAddress) -> Bool {
        Self.bytes(of: address).map(contains) ?? false
    }

    /// The bytes of an address; 4 for one of IPv4, also where a socket of IPv6 names it `::ffff:10.0.0.1`.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let address):
            unsafe withUnsafeBytes(of: address.address.sin_addr) { unsafe Array($0) }
        case .v6(let address):
            unsafe withUnsafeBytes(of: address.address.sin6_addr) {
                unsafe bytes(ofIPv6: Array($0))
            }
        case .unixDomainSocket: nil
        }
    }
}
