internal import Foundation
internal import Ground

/// The address of a provider's service: HTTPS anywhere, plain HTTP only on this machine.
public struct BaseURL: Sendable, Equatable, CustomStringConvertible {
    /// The URL without a trailing slash.
    public let description: String
    /// Whether the service is on this machine, so that no proxy is used.
    let isLoopback: Bool

    /// Checks a URL, such as `https://generativelanguage.googleapis.com`.
    ///
    /// - Throws: ``GenerationError/invalidBaseURL(_:)`` or ``GenerationError/insecureBaseURL(_:)``.
    public init(_ string: String) throws(GenerationError) {
        // A password or a key in the URL would be printed with it, also where it makes the URL none.
        guard let parts = URLComponents(string: string), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true,
            string.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .invalidBaseURL(SecretText.withoutSecrets(string)) }
        isLoopback = host.isLoopbackHost
        switch parts.scheme?.lowercased() {
        case "https": break
        case "http" where isLoopback: break
        case "http": throw .insecureBaseURL(string)
        default: throw .invalidBaseURL(SecretText.withoutSecrets(string))
        }
        let end = string.lastIndex { $0 != "/" }.map(string.index(after:)) ?? string.endIndex
        description = String(string[..<end])
    }
}
