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
        guard String(secret).isVisibleASCII else { throw .notPrintableASCII }
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

    /// Whether a text that was refused, or the path of a missing file, has what looks like a key that was put in its place.
    ///
    /// For what is not repeated: a long name looks like a key, too, unless it is one of a variable.
    public static func isLikeKey(_ text: String) -> Bool {
        words(text).contains { word in
            isAlwaysKey(word) || beginsAsKey(word)
                || word.utf8.count >= longName && word.firstMatch(of: /[\/.]/) == nil
                    && word.wholeMatch(of: /[A-Z]+(_[A-Z]+)+/) == nil
        } || text.split(separator: /[\s,:;="']/).contains(where: isPassword)
    }

    /// Whether a text that would do as a name, of a host, a model or a folder, has what can only be a key.
    ///
    /// For what is refused: a name may be as long as a key, but has no such beginning, and capital and small letters with
    /// digits only in words.
    public static func isKey(_ text: String) -> Bool { words(text).contains(where: isAlwaysKey) }

    /// An address, right or wrong, without what may be a password or a key: up to its query, its fragment or a wrong port, or
    /// nothing of it but the scheme.
    public static func withoutSecrets(_ url: String) -> String {
        let scheme = url.prefixMatch(of: /[A-Za-z0-9]{1,10}:\/\//)?.output ?? ""
        let rest = String(url.unicodeScalars.dropFirst(scheme.unicodeScalars.count))
        guard rest.isVisibleASCII, !rest.contains("@"), !scheme.isEmpty || !isLikeKey(rest),
            let parts = rest.wholeMatch(of: /(\[[^\]]*\]|[^:\/?#\[]+)(.*)/),
            String(parts.1).canBeHost
        else { return "\(scheme)…" }
        let host = "\(scheme)\(parts.1)"
        let behind = parts.2.wholeMatch(of: /(?::([0-9]{1,5}))?(\/[^?#]*)?([?#].*)?/)
        // Where the host was forgotten, the user's password is in the port's place.
        guard let behind, behind.1.map({ (1...65_535).contains(Int($0) ?? 0) }) ?? true else {
            return "\(host):…"
        }
        let port = behind.1.map { ":\($0)" } ?? ""
        return "\(host)\(port)\(behind.2 ?? "")\(behind.3 == nil ? "" : "?…")"
    }

    /// A sentence without what can only be a key, and without the users and passwords of addresses.
    public static func withoutKeys(_ sentence: String) -> String {
        let addresses = /(:\/\/)[^\s'"]*@/.matchingSemantics(.unicodeScalar)
        return sentence.replacing(addresses) { "\($0.1)…@" }
            .replacing(word) { found in
                let value = found.output.drop { "-./".contains($0) }
                // Behind the dashes of an option, its one letter, or the path that makes a file of it.
                return [found.output, value, value.dropFirst()].contains { isAlwaysKey(String($0)) }
                    ? "…" : String(found.output)
            }
    }

    /// What can be keys in a text, each alone, without the point of a sentence.
    private static func words(_ text: String) -> [String] {
        text.matches(of: word).map { String($0.output) }
    }

    private static var word: Regex<Substring> {
        /[A-Za-z0-9_\-.\/+]*[A-Za-z0-9_\-\/+]/.matchingSemantics(.unicodeScalar)
    }

    /// Whether a word can only be a key: a known one, or one of a service that is not known.
    private static func isAlwaysKey(_ word: String) -> Bool {
        // Keys have no dots, except those that begin with one; hosts have some.
        let isKnown =
            word.utf8.count >= shortestKnown && beginsAsKey(word)
            && (word.hasPrefix("AQ.") || !word.contains("."))
        let isAmazons = word.wholeMatch(of: /[A-Za-z0-9+\/]{40}/) != nil && isMixed(word)
        guard !isKnown, !isAmazons else { return true }
        return word.firstMatch(of: /[\/.]/) == nil
            && word.split { "-_+".contains($0) }.contains {
                $0.utf8.count >= longRun && isMixed($0) && !isOfWords($0)
            }
    }

    /// Whether a word may be a password that was made by chance: letters and digits, in both cases or in one run, and no words.
    private static func isPassword(_ word: Substring) -> Bool {
        word.utf8.count >= shortestPassword && word.firstMatch(of: /^\/|\./) == nil
            && (isMixed(word)
                || word.firstMatch(of: /^[a-z]+$|^[A-Z]+$|^[^A-Za-z]+$|[\/_+-]/) == nil)
            && !isOfWords(word)
    }

    /// Whether a mixture such as `TeamHeadshots2026` consists of words and numbers of four signs on average; one in four
    /// hundred random keys does.
    private static func isOfWords(_ text: Substring) -> Bool {
        text.utf8.count >= 4 * text.matches(of: /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/).count
    }

    private static func beginsAsKey(_ word: String) -> Bool {
        keyBeginnings.contains { word.hasPrefix($0) }
    }

    /// Whether there are capital letters, small ones and digits.
    private static func isMixed(_ text: some StringProtocol) -> Bool {
        [0x41...0x5A, 0x61...0x7A, 0x30...0x39].allSatisfy { (signs: ClosedRange<UInt8>) in
            text.utf8.contains(where: signs.contains)
        }
    }

    /// How the keys of the services, stores and webhooks begin that the program knows.
    private static let keyBeginnings = ["AIza", "AQ.", "sk-", "AKIA", "ASIA", "whsec_"]
    /// In bytes: the shortest of these keys are Amazon's.
    private static let shortestKnown = 20
    /// In bytes: a shorter one would be too easily guessed to be made so.
    private static let shortestPassword = 10
    /// In bytes: few names without a dot are as long, and most keys are longer.
    private static let longName = 24
    /// In bytes: the shortest run of letters and digits that may be a key.
    private static let longRun = 16

    private static let quotes: Set<Character> = ["\"", "'", "`", "“", "”", "‘", "’", "„", "«", "»"]

    /// Whether a text is a name, an equals sign and more; base64 has equals signs at its end only.
    private static func isAssignment(_ text: Substring) -> Bool {
        text.prefixMatch(of: /(export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=\s*[^=\s]/) != nil
    }
}
