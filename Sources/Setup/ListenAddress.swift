import Foundation
import Ground

/// Where a server listens: `127.0.0.1:8642`, `[::1]:8642` or `unix:/run/headshot/http.sock`.
package enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// An address of this machine, and a port; 0 takes a free one.
    case network(host: String, port: Int)
    /// A socket's path.
    case socket(path: String)

    /// Reads an address as a user types it.
    package init?(_ text: String) {
        if text.hasPrefix(Self.socketPrefix) {
            let path = String(text.dropFirst(Self.socketPrefix.count))
            // Longer paths do not fit into the kernel's structure.
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            self = .socket(path: path)
            return
        }
        let parts = text.wholeMatch(of: /(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})/)
        guard let parts, let port = Int(digits: parts.2, in: 0...65535)
        else { return nil }
        self = .network(host: parts.1.trimmingCharacters(in: ["[", "]"]).lowercased(), port: port)
    }

    /// Whether only programs on this machine can reach it.
    package var isLocal: Bool {
        switch self {
        case .socket: true
        case .network(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }

    /// The port after it on loopback, where health and metrics are served; nil for a socket and after the last port.
    package var next: ListenAddress? {
        guard case .network(_, let port) = self, port < 65535 else { return nil }
        return .network(host: "127.0.0.1", port: port == 0 ? 0 : port + 1)
    }

    /// As it is typed.
    package var description: String {
        switch self {
        case .socket(let path): Self.socketPrefix + path
        case .network(let host, let port):
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    private static let socketPrefix = "unix:"
}

/// Why a server cannot run.
package enum ServerError: Error, Equatable {
    /// The system refuses the address, in its own words.
    case cannotListen(address: String, detail: String)
}
