import Foundation
import Ground

/// Phrases that are looked for in a text, whatever the letters' case, accents and signs between the words.
///
/// A `*` at the end of a phrase stands for any ending of its last word. They choose among kind lines; what may be danger is
/// found by the reader of moments and not by them.
struct Phrases {
    private let words: String
    /// The same; most phrases are of ASCII and are found by their bytes, which takes a tenth of the time.
    private let bytes: Data

    /// The text to look in.
    init(in text: String) {
        words = Self.normalised(text)
        bytes = Data(words.utf8)
    }

    /// The first of some phrases that the text has.
    func first(of phrases: [String]) -> String? {
        phrases.first { phrase in
            let isOpen = phrase.hasSuffix("*")
            let sought = " \(isOpen ? String(phrase.dropLast()) : "\(phrase) ")"
            return sought.utf8.allSatisfy({ $0 < 0x80 })
                ? bytes.firstRange(of: sought) != nil : words.contains(sought)
        }
    }

    /// Small letters without accents, one space around each word; what joins the letters of a word is dropped.
    private static func normalised(_ text: String) -> String {
        let plain = text.lowercased()
            .replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
            .folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        var words = " "
        for scalar in plain.unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                words.unicodeScalars.append(scalar)
            } else if !joiners.contains(scalar), words.last != " " {
                words.append(" ")
            }
        }
        return words.last == " " ? words : words + " "
    }

    /// "can't" is written without its apostrophe as often as with it; soft hyphens and joiners hide words.
    private static let joiners: Set<Unicode.Scalar> = [
        "'", "’", "‘", "`", "´", "ʼ", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}",
        "\u{FEFF}",
    ]
}
