import Foundation
import Ground
import HTTPTypes
import Hummingbird
import NIOCore
import Setup

/// Where a request comes from, as far as that can be known.
enum ClientAddress {
    /// The address of the client that a proxy before this server names; nil without a proxy, or if it names none.
    ///
    /// Only the last entry that a known proxy has written is believed: what comes before it, a client may have made up. Used
    /// for no decision but how many new persons one address brings.
    static func name(
        of request: Request, from peer: SocketAddress?, proxies: [AddressRange]
    ) -> String? {
        guard let field = HTTPField.Name("X-Forwarded-For"), let text = request.headers[field],
            isProxy(peer, proxies)
        else { return nil }
        for entry in text.split(separator: ",").reversed() {
            let entry = entry.trimmingCharacters(in: .whitespaces)
            guard let address = try? SocketAddress(ipAddress: entry, port: 0) else { return nil }
            if !proxies.contains(where: { $0.contains(address) }) { return network(of: address) }
        }
        return nil
    }

    /// Whether a peer is on this machine, or a proxy.
    static func isProxy(_ peer: SocketAddress?, _ proxies: [AddressRange]) -> Bool {
        guard let peer else { return false }
        return peer.protocol == .unix
            || (AddressRange.loopback + proxies).contains { $0.contains(peer) }
    }

    /// The address; of the sixth version its network, of which a household has one.
    private static func network(of address: SocketAddress) -> String? {
        guard let bytes = AddressRange.bytes(of: address) else { return nil }
        return bytes.prefix(bytes.count == 4 ? 4 : 8).map(String.init).joined(separator: ".")
    }
}

extension AddressRange {
    /// Whether an address lies in the range.
    func contains(_ address: SocketAddress) -> Bool {
        Self.bytes(of: address).map(contains) ?? false
    }

    /// The bytes of an address; nil for a socket that has a path.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        address.ipAddress.flatMap(\.addressBytes)
    }
}
