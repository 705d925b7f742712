import NIOCore
import Setup

extension AddressRange {
    /// Whether an address lies in the range.
    func contains(_ address: SocketAddress) -> Bool {
        Self.bytes(of: address).map(contains) ?? false
    }

    /// The bytes of an address; nil for a socket that has a path.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        address.ipAddress.flatMap(bytes(ofAddress:))
    }
}
