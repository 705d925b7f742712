/// Reads a key or another secret from text that a person pasted.
///
/// What never occurs in a secret but often around one is refused, with the reason: a key that is sent with its quotes would
/// come back as "invalid".
public enum SecretText {
    /// Why a text is not a secret; no case repeats the text.
    public enum Fault: Error, Sendable, Equatable {
        /// There is nothing but white space.
        case empty
        /// The file is UTF-16, as some editors and shells write it.
        case utf16
        /// The file is not text.
        case notText
        /// There are quotes around it.
        case quoted
        /// It is a whole assignment, `NAME=value`.
        case assignment
        /// There is white space in it, as in `Bearer key` or in two lines.
        case whiteSpace
        /// There are characters that no header can carry.
        case notPrintableASCII
    }

    /// Returns the secret without surrounding white space.
    public static func secret(in text: Secret) throws(Fault) -> Secret {
        func surrounds(_ character: Character) -> Bool {
            character.isWhitespace || character == "\u{FEFF}"
        }
        let trimmed = text.exposed.drop(while: surrounds)
        let end = trimmed.lastIndex { !surrounds($0) }.map(trimmed.index(after:))
        let secret = trimmed[..<(end ?? trimmed.startIndex)]
        guard let first = secret.first, let last = secret.last else { throw .empty }
        guard !isAssignment(secret) else { throw .assignment }
        guard !quotes.contains(first), !quotes.contains(last) else { throw .quoted }
        // A header would end at a line break, and another could follow.
        guard !secret.contains(where: \.isWhitespace) else { throw .whiteSpace }
        guard secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .notPrintableASCII
        }
        return Secret(String(secret))
    }

    /// Returns the text of a file.
    public static func text(of file: some Sequence<UInt8>) throws(Fault) -> Secret {
        let bytes = Array(file)
        // Half of the bytes of ASCII in UTF-16 are zero, also without a mark at the beginning.
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]),
            !bytes.contains(0)
        else { throw .utf16 }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return Secret(text)
    }

    /// Whether a text that should be something else, such as the name of a file, looks like a key that was put in its place.
    public static func isLikeKey(_ text: String) -> Bool {
        keyBeginnings.contains { text.hasPrefix($0) }
            || text.utf8.count >= longName && !text.contains { "/.".contains($0) }
    }

    /// An address without what may be a password or a key: the user, the query and the fragment, or all of it.
    public static func withoutSecrets(_ url: String) -> String {
        let scheme = url.prefixMatch(of: /[A-Za-z]+:\/\//)?.output ?? ""
        let place = url.unicodeScalars.dropFirst(scheme.unicodeScalars.count)
        let host = place.prefix { $0 != "?" && $0 != "#" }
        let query = place[host.endIndex...]
        // The signs that end a host may be a password's.
        guard !query.contains("@"), !scheme.isEmpty || !isLikeKey(url) else { return "\(scheme)…" }
        let end = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
        return "\(scheme)\(String(host[end...]))\(query.isEmpty ? "" : "?…")"
    }

    /// How the keys of the services and stores begin that the program knows.
    private static let keyBeginnings = ["AIza", "AQ.", "sk-", "AKIA", "ASIA"]
    /// In bytes: few names without a dot are as long, and most keys are longer.
    private static let longName = 24

    private static let quotes: Set<Character> = ["\"", "'", "`", "“", "”", "‘", "’", "„", "«", "»"]

    /// Whether a text is a name, an equals sign and more; base64 has equals signs at its end only.
    private static func isAssignment(_ text: Substring) -> Bool {
        text.prefixMatch(of: /(export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=\s*[^=\s]/) != nil
    }
}
