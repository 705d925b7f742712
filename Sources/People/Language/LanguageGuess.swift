import CLanguages

extension String {
    /// The language that the text seems to be in, by its code in ISO 639, such as `en`; `nil` if there is no guess.
    ///
    /// A few words are enough for most; a guess about one word may be wrong.
    var guessedLanguage: String? {
        var text = self
        let code = text.withUTF8 { bytes in
            // A text of strangers has at most a few thousand bytes; an empty one never gets here.
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe characters.baseAddress.map { start in
                    unsafe String(cString: language_of(start, Int32(clamping: characters.count)))
                }
            }
        }
        return code == "un" ? nil : code
    }
}
