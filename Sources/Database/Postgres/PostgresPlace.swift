import Foundation
public import Ground

/// A PostgreSQL database, by the URL that libpq takes.
public struct PostgresPlace: Sendable, Equatable, CustomStringConvertible {
    /// What libpq is given, for each of the servers; a password may be in it.
    ///
    /// Not all in one: libpq waits for ever for a server that accepts a connection and says nothing, with no time for others.
    let connections: [Secret]
    /// The server and the database as errors name them.
    public let name: String

    /// The name.
    public var description: String { name }

    /// Why a URL cannot be used.
    public enum Problem: Error, Sendable, Equatable {
        /// It is not a URL of the form `postgres://user@host/database`.
        case notAURL
        /// It has a password, which other users of the machine could read.
        case password
        /// It asks for less than `sslmode=verify-full` on the way to another machine.
        case weakTLS
        /// It has a port that no network has.
        case port
    }

    /// Takes a URL of the form `postgres://user@host:5432/database?option=value`, with commas between several hosts.
    ///
    /// - Parameter password: The user's password; `nil` leaves it to libpq where to look, such as in PGPASSFILE.
    public init(url: String, password: Secret? = nil) throws(Problem) {
        let halves = url.split(separator: "?", maxSplits: 1).map(String.init)
        guard let bare = halves.first,
            let parts = bare.wholeMatch(of: /(postgres(?:ql)?:\/\/)([^\/]*)(\/[^\/]*)?/)
        else { throw .notAURL }
        let authority = parts.2.split(separator: "@", omittingEmptySubsequences: false)
        let named = halves.count > 1 ? halves[1].split(separator: "&").map(String.init) : []
        // A password with a slash or a question mark ends the authority, and would be shown as what comes behind it.
        let hasUserBehind =
            parts.3?.contains("@") ?? false
            || named.contains { option in option.prefix { $0 != "=" }.contains("@") }
        guard authority.count <= 2, !hasUserBehind else { throw .notAURL }
        // The last word counts.
        var options = Self.usual + named
        func value(of name: String) -> String? {
            options.last { option in
                // libpq decodes names, too.
                option.prefix { $0 != "=" }.removingPercentEncoding == name
            }?.split(separator: "=", maxSplits: 1).last.flatMap { $0.removingPercentEncoding }
        }
        let hasPassword = authority.count == 2 && authority[0].contains(":")
        guard !hasPassword, value(of: "password") == nil, value(of: "sslpassword") == nil else {
            throw .password
        }
        let hosts = value(of: "host") ?? String(authority.last ?? "")
        // An address is where libpq connects to, whatever the name says.
        let ways = "\(hosts),\(value(of: "hostaddr") ?? "")".split(separator: ",")
        if !ways.allSatisfy({ Self.isHere(String($0)) }) {
            guard [nil, Self.safeMode].contains(value(of: "sslmode")) else { throw .weakTLS }
            options.append("sslmode=\(Self.safeMode)")
        }
        let ports =
            (value(of: "port") ?? "").split(separator: ",").map(String.init)
            + ways.compactMap {
                $0.firstMatch(of: /^(?:\[.*\]|[^:\[]*):([^:]+)$/).map { String($0.1) }
            }
        guard ports.allSatisfy({ Int($0).map((1...65_535).contains) ?? false }) else { throw .port }
        if let password {
            let bytes = password.exposed.utf8.map { "%" + String(format: "%02X", $0) }
            options.append("password=\(bytes.joined())")
        }
        let user = authority.count == 2 ? "\(authority[0])@" : ""
        let all = authority.last ?? ""
        // Options may have a word for each of them.
        let isDivisible = value(of: "hostaddr") == nil && value(of: "port") == nil
        let servers =
            isDivisible ? all.split(separator: ",", omittingEmptySubsequences: false) : [all]
        connections = servers.map { server in
            Secret(
                "\(parts.1)\(user)\(server)\(parts.3 ?? "")?\(options.joined(separator: "&"))")
        }
        let shown = hosts.removingPercentEncoding ?? hosts
        name = (shown.isEmpty ? "this machine" : shown) + (parts.3 ?? "")
    }

    /// A connection that is cut off is noticed after five seconds on this side, too.
    private static let usual = [
        "keepalives_idle=2", "keepalives_interval=1", "keepalives_count=3", "tcp_user_timeout=5000",
        "application_name=headshot",
    ]

    /// The certificate must be valid, and be the host's own.
    private static let safeMode = "verify-full"

    /// Whether a host is this machine: a socket, or a loopback address.
    private static func isHere(_ host: String) -> Bool {
        let host = host.removingPercentEncoding ?? host
        return host.isEmpty || host.hasPrefix("/")
            || host.wholeMatch(of: /(localhost|127\.0\.0\.1|::1|\[::1\])(:\d*)?/) != nil
    }
}
