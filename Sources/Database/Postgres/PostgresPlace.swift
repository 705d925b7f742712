import CLibPQ
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
        guard url.isVisibleASCII,
            let parts = url.wholeMatch(
                of: /(postgres(?:ql)?:\/\/)([^\/?]*)(\/[^?]*)?(?:\?(.*))?/),
            // As libpq reads it, so that it sees no password and no server that is not seen here.
            let (values, hasPassword) = Self.options(of: url),
            let (named, _) = Self.options(of: "\(parts.1)?\(parts.4 ?? "")")
        else { throw .notAURL }
        func list(_ name: String) -> [String] {
            (values[name] ?? "").split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
        }
        let authority = parts.2.split(separator: "@", omittingEmptySubsequences: false)
        let user = authority.count > 1 ? "\(authority[0])@" : ""
        let all = authority.last ?? ""
        // libpq takes an empty password for none, and an encoded colon for a part of the name.
        guard !hasPassword, !user.contains(":"), !Self.has(":", values["user"]) else {
            throw .password
        }
        // An address is where libpq connects to, whatever the name says.
        let ways = list("host") + list("hostaddr")
        // What libpq or the server repeats must not be the rest of a URL, with its password.
        let hasRest = values.contains { $0.key != "options" && Self.has("&;=?#%", $0.value) }
        guard authority.count <= 2, !hasRest, !Self.has("@:/", values["dbname"]),
            ways.allSatisfy(Self.canBeWay)
        else { throw .notAURL }
        var options = Self.usual + (parts.4.map { [String($0)] } ?? [])
        if !ways.allSatisfy(Self.isHere) {
            guard [nil, Self.safeMode].contains(values["sslmode"]) else { throw .weakTLS }
            options.append("sslmode=\(Self.safeMode)")
        }
        // Also one that libpq does not use, since an option names another.
        let written = all.split(separator: ",").compactMap {
            $0.wholeMatch(of: /(?:\[.*\]|[^:\[]*):(.*)/).map { String($0.1) }
        }
        let ports = (list("port") + written).filter { !$0.isEmpty }
        guard ports.allSatisfy({ Int($0).map((1...65_535).contains) ?? false }) else { throw .port }
        if let password {
            let bytes = password.exposed.utf8.map { "%" + String(format: "%02X", $0) }
            options.append("password=\(bytes.joined())")
        }
        // Options may have a word for each of them.
        let isDivisible = named["hostaddr"] == nil && named["port"] == nil
        let servers =
            isDivisible ? all.split(separator: ",", omittingEmptySubsequences: false) : [all]
        connections = servers.map { server in
            Secret(
                "\(parts.1)\(user)\(server)\(parts.3 ?? "")?\(options.joined(separator: "&"))")
        }
        let hosts = named["host"] ?? String(all)
        let shown = hosts.removingPercentEncoding ?? hosts
        name =
            (shown.isEmpty ? "this machine" : shown)
            + (values["dbname"].map { "/\($0.percentEncoded())" } ?? "")
    }

    /// A connection that is cut off is noticed after five seconds on this side, too.
    private static let usual = [
        "keepalives_idle=2", "keepalives_interval=1", "keepalives_count=3", "tcp_user_timeout=5000",
        "application_name=headshot",
    ]

    /// The certificate must be valid, and be the host's own.
    private static let safeMode = "verify-full"

    /// Whether a value has one of some signs, also one with an accent on it.
    private static func has(_ signs: String, _ value: String?) -> Bool {
        (value ?? "").unicodeScalars.contains { signs.unicodeScalars.contains($0) }
    }

    /// Whether libpq can connect to this: a host, the folder of a socket, or, where it is empty, the usual one.
    private static func canBeWay(_ host: String) -> Bool {
        host.isEmpty || host.canBeHost
            || host.hasPrefix("/") && !has("@:", host)
    }

    /// Whether a host is this machine: a socket, or a loopback address.
    private static func isHere(_ host: String) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host.isLoopbackHost
    }

    /// What libpq reads in a URL, and whether a password is among it; `nil` if it would refuse it.
    private static func options(of url: String) -> (values: [String: String], hasPassword: Bool)? {
        guard let options = unsafe PQconninfoParse(url, nil) else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var values: [String: String] = [:]
        var hasPassword = false
        var option = unsafe options
        while let name = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe values[String(cString: name)] = unsafe String(cString: value)
                // libpq's mark for what dialogs hide.
                if unsafe String(cString: option.pointee.dispchar) == "*" { hasPassword = true }
            }
            unsafe option += 1
        }
        return (values, hasPassword)
    }
}
