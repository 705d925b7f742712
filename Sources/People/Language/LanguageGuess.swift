import CLanguages

/// The language that a text seems to be in.
public enum LanguageGuess: Sendable, Equatable {
    /// A language, by its code in ISO 639, such as `en`.
    case language(String)
    /// There are letters, and no guess.
    case unknown
    /// There are no letters: a number, a smiley.
    case wordless

    /// Guesses the language of a text.
    ///
    /// A few words are enough for most; a guess about one word may be wrong.
    public init(of text: String) {
        guard text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            self = .wordless
            return
        }
        var text = text
        let code = text.withUTF8 { bytes in
            // A text of strangers has at most a few thousand bytes; an empty one never gets here.
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe characters.baseAddress.map { start in
                    unsafe String(cString: language_of(start, Int32(clamping: characters.count)))
                }
            }
        }
        self = code.map { $0 == "un" ? .unknown : .language($0) } ?? .unknown
    }
}
