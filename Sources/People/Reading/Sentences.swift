import Foundation

/// The sentences of a text, as words in small letters without accents.
struct Sentences {
    /// A word of a sentence.
    struct Word {
        var letters: Lexicon.Letters
        /// Whether a comma, a bracket or the like is before it.
        var beginsClause: Bool
        var kind = Kind.letters
    }

    /// What a word is made of; `mixed` has digits or signs among its letters.
    enum Kind { case letters, mixed, number, emoji }

    /// The words by sentence.
    private(set) var sentences: [[Word]] = []

    /// The letters of all words, one after the other: a text of any length is one block of memory, of which words are slices.
    private var letters: [UInt8] = []
    /// Where the word that is being read begins.
    private var start = 0
    /// The words that were read, without their letters.
    private var drafts: [Draft] = []
    /// Where each sentence ends among them.
    private var ends: [Int] = []
    private var hasDigits = false
    private var hasLetters = false
    private var beginsClause = true

    private struct Draft {
        var letters: Range<Int>
        var beginsClause: Bool
        var kind: Kind
    }

    init(of text: String) {
        letters.reserveCapacity(text.utf8.count)
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            read(scalar, next)
        }
        endSentence()
        var first = 0
        sentences = ends.map { end in
            defer { first = end }
            return drafts[first..<end].map {
                Word(letters: letters[$0.letters], beginsClause: $0.beginsClause, kind: $0.kind)
            }
        }
    }

    /// The letters of the word that is being read.
    private var word: ArraySlice<UInt8> { letters[start...] }

    private mutating func read(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) {
        switch scalar {
        case "a"..."z": append(UInt8(clamping: scalar.value))
        case "A"..."Z": append(UInt8(clamping: scalar.value) + 32)
        case "0"..."9": append(UInt8(clamping: scalar.value))
        case " ": endWord()
        case "'", "’", "‘", "`", "´", "ʼ":
            // "j'ai" is two words; "can't" is one, which is written without as often as with it.
            if isElision { endWord() }
            // "od'd" is "oded", and not "odd".
            if word.elementsEqual("od".utf8), next == "d" || next == "D" {
                append(UInt8(ascii: "e"))
            }
        case "!", "@", "$", "*":
            // Between two letters they stand for one; a star, which may stand for any, stays.
            if hasLetters, next?.properties.isAlphabetic == true {
                append(Self.meaning[scalar] ?? UInt8(ascii: "*"))
            } else if scalar == "!" {
                endSentence()
            } else {
                endClause()
            }
        case ".", ",":
            // A point within a number.
            if hasDigits, !hasLetters, let next, "0"..."9" ~= next { return }
            if scalar == "," {
                endClause()
            } else if word.count == 1, hasLetters, next?.properties.isAlphabetic == true {
                // "k.m.s", which is one word.
                endWord()
            } else {
                endSentence()
            }
        case "?", ";", "\n", "\r", "…", "。", "！", "？": endSentence()
        case "-" where hasLetters && next?.properties.isAlphabetic == true: endWord()
        case "(", ")", ":", "/", "-", "–", "—", "\"", "|", "&", "+": endClause()
        default: readOther(scalar)
        }
    }

    private mutating func readOther(_ scalar: Unicode.Scalar) {
        if let folded = Self.latin[scalar] ?? Self.folded(scalar) {
            for byte in folded { append(byte) }
        } else if scalar.properties.isAlphabetic {
            let standsAlone = Self.standsAlone(scalar)
            if standsAlone { endWord() }
            letters += scalar.properties.lowercaseMapping.utf8
            hasLetters = true
            if standsAlone { endWord() }
        } else if Self.isEmoji(scalar) {
            endWord()
            // Colours of skin and signs of gender belong to the one before.
            if !(0x1F3FB...0x1F3FF ~= scalar.value || 0x2640 ~= scalar.value
                || 0x2642 ~= scalar.value)
            {
                letters += String(scalar).utf8
                addWord(.emoji, beginsClause: false)
            }
        } else {
            switch scalar.properties.generalCategory {
            // Accents, soft hyphens and joiners hide words.
            case .nonspacingMark, .format, .enclosingMark: break
            default: endWord()
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        letters.append(byte)
        if byte < 0x3A { hasDigits = true } else { hasLetters = true }
    }

    private mutating func endWord() {
        guard start < letters.count else { return }
        addWord(
            !hasLetters ? .number : hasDigits ? .mixed : .letters, beginsClause: beginsClause)
        (hasDigits, hasLetters, beginsClause) = (false, false, false)
    }

    private mutating func addWord(_ kind: Kind, beginsClause: Bool) {
        drafts.append(Draft(letters: start..<letters.count, beginsClause: beginsClause, kind: kind))
        start = letters.count
    }

    private mutating func endClause() {
        endWord()
        beginsClause = true
    }

    private mutating func endSentence() {
        endClause()
        if drafts.count > ends.last ?? 0 { ends.append(drafts.count) }
    }

    /// "j'", "qu'": in English, nothing of this sort is before an apostrophe.
    private var isElision: Bool {
        (word.count == 1 && "jmldsntc".utf8.contains(letters[start]))
            || word.elementsEqual("qu".utf8)
    }

    /// The digits that signs are written for, as digits are for letters.
    private static let meaning: [Unicode.Scalar: UInt8] = [
        "!": UInt8(ascii: "1"), "@": UInt8(ascii: "4"), "$": UInt8(ascii: "5"),
    ]

    /// Chinese, Japanese, Thai and their neighbours do not part words; each of their signs is taken for one.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        0x0E00...0x0EFF ~= scalar.value || 0x2E80...0x9FFF ~= scalar.value
            || 0x20000...0x3FFFF ~= scalar.value
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        0x2600...0x27BF ~= scalar.value || 0x1F000...0x1FAFF ~= scalar.value
            || scalar.properties.isEmojiPresentation
    }

    /// What accents are on in most texts; to take one off takes as long as to read twenty plain letters.
    private static let latin = Dictionary(
        uniqueKeysWithValues: (0xC0...0xFF).compactMap { (byte: UInt8) in
            folded(Unicode.Scalar(byte)).map { (Unicode.Scalar(byte), $0) }
        })

    /// A Latin letter without its accent, or a wide one, as bytes.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8]? {
        switch scalar.value {
        case 0xDF: return Array("ss".utf8)
        case 0xC6, 0xE6: return Array("ae".utf8)
        case 0x152, 0x153: return Array("oe".utf8)
        case 0xD8, 0xF8: return Array("o".utf8)
        case 0xD7, 0xF7: return nil
        case 0xC0..<0x250, 0x1E00..<0x1F00:
            let plain = String(scalar).decomposedStringWithCanonicalMapping.lowercased()
            let letters = plain.utf8.filter { 0x61...0x7A ~= $0 }
            return letters.isEmpty ? nil : letters
        case 0xFF01...0xFF5E:
            let plain = Unicode.Scalar(UInt8(clamping: scalar.value - 0xFEE0))
            return Array(String(plain).lowercased().utf8)
        default: return nil
        }
    }
}
