import Hashing
public import Foundation
import Ground

/// A secret with which an app or a server acts in a space, or the server's own operator in all; only its hash is stored.
///
/// Its description is not the secret, so that no log or error shows it.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    /// The secret itself: `hs_`, the space's name, `_`, and 43 characters; of the server's operator `hd_` and 43.
    public let secret: String

    /// Makes a token of a space; for the command line's own, one of the server's operator.
    ///
    /// - Parameter random: 32 random bytes.
    public init(for space: Space, random: Data) {
        let name = space == .commandLine ? Self.operatorPrefix : "\(Self.prefix)\(space)_"
        secret = name + Self.base64URL(random)
    }

    /// Accepts a text that has the form of a token.
    public init?(_ text: String) {
        // Each request has a token, and a regular expression would be compiled for each.
        let bytes = text.utf8
        let random: Substring.UTF8View
        if bytes.starts(with: Self.operatorPrefix.utf8) {
            random = bytes.dropFirst(Self.operatorPrefix.utf8.count)
        } else {
            guard bytes.starts(with: Self.prefix.utf8),
                case let rest = bytes.dropFirst(Self.prefix.utf8.count),
                let end = rest.firstIndex(of: UInt8(ascii: "_")),
                Space(String(text[rest.startIndex..<end])) != nil
            else { return nil }
            random = rest[rest.index(after: end)...]
        }
        guard random.count == 43, random.allSatisfy(Self.base64URL.contains) else { return nil }
        secret = text
    }

    /// The SHA-256 of the secret in hexadecimal digits: what may be kept of it.
    ///
    /// A slow hash would protect a secret that can be guessed; this one has 256 random bits.
    public var hash: String { SHA256.hash(data: Data(secret.utf8)).hexadecimal }

    /// What a log may show.
    public var description: String { "a token" }

    private static let prefix = "hs_"
    private static let operatorPrefix = "hd_"

    private static let base64URL = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Base64 with the alphabet for URLs and without padding, as in RFC 4648, section 5.
    private static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension AccessToken: CustomReflectable {
    /// Without children, since a dump would show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
