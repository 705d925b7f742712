import Hashing
import Foundation
import Ground

/// The secret part of a link: 26 letters and digits, 130 random bits; only its SHA-256 is stored.
package struct LinkSecret: Sendable, Hashable {
    private let secret: Secret

    /// Draws a secret from a generator.
    package init(using generator: inout some RandomNumberGenerator) {
        let digits = (0..<Self.length).map { _ in
            Self.alphabet[Int(truncatingIfNeeded: generator.next() as UInt64 >> 59)]
        }
        secret = Secret(String(decoding: digits, as: UTF8.self))
    }

    /// Accepts a text that has the form of a secret, in either case.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        let lowercased = text.lowercased()
        guard lowercased.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        secret = Secret(lowercased)
    }

    /// The SHA-256 of the secret in hexadecimal digits: the link's name in the queue, from which no one gets the secret.
    package var hash: String { SHA256.hash(data: Data(secret.exposed.utf8)).hexadecimal }

    /// The link: what a person opens.
    ///
    /// - Parameter site: The address of the site, with or without a slash at its end; empty for the path alone.
    package func link(at site: String) -> String {
        (site.hasSuffix("/") ? String(site.dropLast()) : site) + Self.path + secret.exposed
    }

    /// The path under which the site takes links; the secret follows.
    package static let path = "/i/"

    /// In characters.
    package static let length = 26

    /// Crockford's base 32: no letter looks like a digit.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}

extension LinkSecret: CustomStringConvertible, CustomReflectable {
    /// What a log may show.
    package var description: String { "a link" }
    /// Without children, since a dump would show the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
