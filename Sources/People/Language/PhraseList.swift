import Foundation

/// Phrases that are looked for in texts, whatever the letters' case, accents and signs between the words.
///
/// A `*` at the end of a phrase stands for any ending of its last word.
struct PhraseList: Sendable {
    private let needles: [(phrase: String, needle: String)]

    init(_ phrases: some Sequence<String>) {
        needles = phrases.map { phrase in
            let isOpen = phrase.hasSuffix("*")
            let words = Self.normalised(phrase)
            // Scripts without spaces have no word to begin or to end.
            if !Self.hasSpaces(words) { return (phrase, words.replacing(" ", with: "")) }
            return (phrase, " \(words)" + (isOpen ? "" : " "))
        }
    }

    /// The first phrase of the list that a text has; `nil` if it has none.
    func first(in text: String) -> String? {
        let words = Self.normalised(text)
        let spaced = " \(words) "
        let joined = words.replacing(" ", with: "")
        return needles.first { entry in
            !entry.needle.isEmpty
                && (entry.needle.hasPrefix(" ") ? spaced : joined).contains(entry.needle)
        }?.phrase
    }

    /// Small letters without accents, one space between two words; what joins the letters of a word is dropped.
    private static func normalised(_ text: String) -> String {
        let plain = text.lowercased()
            .replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
            .folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        var words = ""
        for scalar in plain.unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                words.unicodeScalars.append(scalar)
            } else if !joiners.contains(scalar), words.last != " ", !words.isEmpty {
                words.append(" ")
            }
        }
        return words.last == " " ? String(words.dropLast()) : words
    }

    /// Whether the script parts its words; Chinese, Japanese, Thai and their neighbours do not.
    private static func hasSpaces(_ words: String) -> Bool {
        words.unicodeScalars.allSatisfy { scalar in
            !(0x0E00...0x0EFF ~= scalar.value || 0x2E80...0x9FFF ~= scalar.value
                || 0x20000...0x3FFFF ~= scalar.value)
        }
    }

    /// "can't" is written without its apostrophe as often as with it; soft hyphens and joiners hide words.
    private static let joiners: Set<Unicode.Scalar> = [
        "'", "’", "‘", "`", "´", "ʼ", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}",
        "\u{FEFF}",
    ]
}
