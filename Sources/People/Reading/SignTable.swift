/// The signs of all lists, made ready to be looked for.
///
/// The words of a sentence are looked up once. Each set of words of the lists then has the places of the sentence where
/// one of them is, a bit for a place, so that following a sign through a sentence takes a few shifts.
struct SignTable: Sendable {
    /// A sign that was found in a sentence.
    struct Finding {
        var kind: SignKind
        var language: Int
        /// The number of the sign.
        var sign: Int
        /// Its words, a bit for a place.
        var words: UInt64
        /// The clause in which it begins.
        var clause: Int
        /// Whether distance does not lift it.
        var stays: Bool
    }

    /// What was found in a sentence.
    struct Findings {
        var signs: [Finding] = []
        /// How many words each language knows.
        var known: [Int]
        /// How many words there are; numbers and emojis do not count.
        var count = 0
        /// The languages that find something denied.
        var denied: Set<Int> = []
    }

    /// A sign, with the numbers of its sets of words; `nil` for a set that has none.
    struct Sign {
        let sign: SignList.Sign
        let language: Int
        /// Those of its steps.
        let slots: [Int]
        /// Those without which it is not there.
        let needed: [Int]
        let unless: Int?
        let maybe: Int?
    }

    /// The languages; a language's number is its place here.
    let languages: [String]
    /// The sets of each language that have a name.
    private(set) var sets: [[String: Int]] = []
    private(set) var signs: [Sign] = []
    /// The signs that begin with each set.
    private(set) var signsOfSlots: [[Int]] = []
    /// The sets that each word is in, and the languages that have it.
    private(set) var slotsOfWords: [[Int]] = []
    private var languagesOfWords: [[Int]] = []
    /// Which sets belong to wins alone: a word that is only near to one of theirs may be anything.
    private(set) var isOfWins: [Bool] = []
    private var lexicon = Lexicon()

    /// The most words that are read at once; a longer sentence is read in pieces that overlap.
    private static let window = 64
    static let overlap = 12
    /// The sets that are grammar, and belong to no sign.
    private static let grammar = [
        "not", "not-after", "filler", "and", "that", "unreal", "others", "stuck",
    ]

    init(_ lists: [(language: String, list: SignList)]) {
        languages = lists.map(\.language)
        for (language, entry) in lists.enumerated() { add(entry.list, of: language) }
    }

    private mutating func add(_ list: SignList, of language: Int) {
        // Each language has its own: what is a word of everyday in one may be danger in another.
        var numbers: [[String]: Int] = [:]
        func slot(_ words: [String]) -> Int? {
            if words.isEmpty { return nil }
            if let number = numbers[words] { return number }
            numbers[words] = addSlot(of: words, language)
            return numbers[words]
        }
        var sets: [String: Int] = [:]
        for (name, words) in list.sets.sorted(by: { $0.key < $1.key }) { sets[name] = slot(words) }
        self.sets.append(sets)
        for name in Self.grammar { if let slot = sets[name] { isOfWins[slot] = false } }
        for sign in list.signs {
            let slots = sign.steps.compactMap { slot($0.words) }
            let new = Sign(
                sign: sign, language: language, slots: slots,
                needed: zip(sign.steps, slots).filter { !$0.0.isOptional }.map(\.1),
                unless: slot(sign.unless), maybe: slot(sign.maybe))
            let isWin = sign.kind == .win || sign.kind == .good
            for slot in (isWin ? [] : new.slots) + [new.unless, new.maybe].compactMap(\.self) {
                isOfWins[slot] = false
            }
            signsOfSlots[new.slots[0]].append(signs.count)
            signs.append(new)
        }
    }

    /// Adds a set of words; returns its number.
    private mutating func addSlot(of words: [String], _ language: Int) -> Int {
        let number = signsOfSlots.count
        signsOfSlots.append([])
        isOfWins.append(true)
        for spelling in words.flatMap(Self.spellings) {
            let word = lexicon.add(spelling.letters[...], isStem: spelling.isStem)
            if word == slotsOfWords.count {
                slotsOfWords.append([])
                languagesOfWords.append([])
            }
            slotsOfWords[word].append(number)
            if spelling.isWord, languagesOfWords[word].last != language {
                languagesOfWords[word].append(language)
            }
        }
        return number
    }

    /// How a word of a list may be written: "ä" also as "ae".
    ///
    /// Numbers and emojis are words of no language.
    private static func spellings(
        _ word: String
    ) -> [(letters: [UInt8], isStem: Bool, isWord: Bool)] {
        if word == SignList.number { return [(number, false, false)] }
        let isStem = word.hasSuffix("*")
        let plain = isStem ? String(word.dropLast()) : word
        let long = plain.replacing("ä", with: "ae").replacing("ö", with: "oe").replacing(
            "ü", with: "ue")
        return Set([plain, long]).sorted().compactMap { spelling in
            let words = Sentences(of: spelling).sentences.joined()
            return words.first.map { first in
                (words.flatMap(\.letters), isStem, first.kind == .letters || first.kind == .mixed)
            }
        }
    }

    private static let number = Array("#".utf8)
}

/// Words as they were meant: with digits for letters, letters too often, spaces that are missing or too many.
extension SignTable {
    /// A word by the words of the lists that it may be.
    struct Spelled {
        var exact: [Int]
        /// Those that the word is only near to.
        var near: [Int] = []
        var beginsClause: Bool
        var isWord = true
    }

    /// Looks for signs in a sentence.
    func findings(_ sentence: [Sentences.Word]) -> Findings {
        let words = spelled(sentence)
        var findings = Findings(known: Array(repeating: 0, count: languages.count))
        for word in words where word.isWord {
            findings.count += 1
            let numbers = word.exact + word.near
            for language in languages.indices
            where numbers.contains(where: { languagesOfWords[$0].contains(language) }) {
                findings.known[language] += 1
            }
        }
        var start = 0
        while start < words.count {
            let piece = start..<min(start + Self.window, words.count)
            Passage(words, piece, self).read(&findings)
            if piece.upperBound == words.count { break }
            start = piece.upperBound - Self.overlap
        }
        return findings
    }

    private func spelled(_ sentence: [Sentences.Word]) -> [Spelled] {
        var spelled: [Spelled] = []
        var rest = sentence[...]
        while let word = rest.first {
            let letters = rest.prefix(Lexicon.longest)
                .prefix { $0.letters.count == 1 && $0.kind == .letters }
            if letters.count >= 3,
                let joined = known(letters.flatMap(\.letters)[...], word.beginsClause)
            {
                spelled.append(joined)
                rest = rest.dropFirst(letters.count)
            } else {
                spelled += meant(word)
                rest = rest.dropFirst()
            }
        }
        return spelled
    }

    private func meant(_ word: Sentences.Word) -> [Spelled] {
        let letters = word.letters[...]
        switch word.kind {
        // An emoji that says nothing parts no words either.
        case .emoji: return [known(letters, false, isWord: false)].compactMap(\.self)
        case .number: return [number(letters, word.beginsClause)]
        case .letters: return meant(letters, word.beginsClause)
        case .mixed:
            // "su1c1de" is the word it stands for, and "30kms" a number and its unit.
            let plain = letters.prefix(Lexicon.longest).map { Self.letters[$0] ?? $0 }
            if let word = known(plain[...], word.beginsClause) { return [word] }
            let unit = letters.drop { $0 < UInt8(ascii: "a") }
            guard unit.count < letters.count, unit.allSatisfy({ $0 >= UInt8(ascii: "a") }) else {
                return meant(plain[...], word.beginsClause)
            }
            let digits = letters.prefix(letters.count - unit.count)
            return [number(digits, word.beginsClause)] + meant(unit, false)
        }
    }

    /// A word that is in the lists as it is written; nil for others.
    private func known(
        _ word: Lexicon.Letters, _ beginsClause: Bool, isWord: Bool = true
    ) -> Spelled? {
        let exact = lexicon.find(word)
        guard !exact.isEmpty else { return nil }
        return Spelled(exact: exact, beginsClause: beginsClause, isWord: isWord)
    }

    private func number(_ digits: Lexicon.Letters, _ beginsClause: Bool) -> Spelled {
        Spelled(
            exact: lexicon.find(Self.number[...]) + lexicon.find(digits),
            beginsClause: beginsClause, isWord: false)
    }

    /// A word that may be near to others, or several without spaces.
    private func meant(_ word: Lexicon.Letters, _ beginsClause: Bool) -> [Spelled] {
        var spelled = Spelled(exact: lexicon.find(word), beginsClause: beginsClause)
        if lexicon.isWord(word) { return [spelled] }
        // A word that begins with a stem may be several anyway: "killmyself".
        let parts = lexicon.parts(word)
        spelled.exact +=
            parts.prefix(1).flatMap { lexicon.find($0) } + lexicon.find(word, isSqueezed: true)
        let squeezed = Lexicon.squeezed(word)
        spelled.near =
            lexicon.findNear(word)
            + (squeezed.count < word.count ? lexicon.findNear(squeezed) : [])
        return [spelled] + parts.dropFirst().compactMap { known($0, false) }
    }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("013457".utf8, "oieast".utf8))
}
