import Hashing
import Ground

/// The text sent with a photo, and its version.
public struct Prompt: Sendable, Equatable {
    /// The words, exactly as sent.
    public let text: String

    /// The version: equal for equal words, in every folder and on every machine.
    ///
    /// The first 12 hexadecimal digits of the SHA-256 of the text.
    public let version: String

    /// - Parameter schema: What the answer must fit; the version changes with it.
    init(text: String, with schema: String? = nil) {
        self.text = text
        self.version = contentVersion(of: [text] + [schema].compactMap(\.self))
    }
}

/// Returns the first 12 hexadecimal digits of the SHA-256 of the concatenated texts.
///
/// 48 bits: short enough to read aloud, and among a million versions, the probability that any two are equal is
/// below one in five hundred.
func contentVersion(of texts: [String]) -> String {
    SHA256.hash(data: Array(texts.joined(separator: "\0").utf8)).prefix(6)
        .hexadecimal
}
