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
        guard let address = WebAddress(string), address.query == nil else {
            throw .invalidBaseURL(SecretText.withoutSecrets(string))
        }
        guard address.isPrivate else { throw .insecureBaseURL(string) }
        isLoopback = address.isLoopback
        let end = string.lastIndex { $0 != "/" }.map(string.index(after:)) ?? string.endIndex
        description = String(string[..<end])
    }
}
