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
        /// The piece of the sentence in which it is.
        var piece: Int
        /// Its words, a bit for a place in the piece.
        var words: UInt64
        /// The clause in which it begins.
        var clause: Int
        /// Whether distance does not lift it.
        var stays: Bool
        /// Of a way out of danger, the last word behind it that may take it back, as a bit; 0 for none.
        var turn: UInt64

        /// Its first word.
        var start: UInt64 { words & (~words &+ 1) }
    }

    /// What was found in a sentence.
    struct Findings {
        var signs: [Finding] = []
        /// In how many pieces the sentence was read.
        var pieces = 0
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

    /// The sets of a language that are grammar, and belong to no sign, by their numbers; `nil` for one that has no words.
    struct Grammar {
        let not, notAfter, filler, and, that, unreal, others: Int?
        let stuck, wanting, longer, without, amazed: Int?
        let slight, since, recent, turn, reaction: Int?

        init(_ sets: [String: Int]) {
            not = sets["not"]
            notAfter = sets["not-after"]
            filler = sets["filler"]
            and = sets["and"]
            that = sets["that"]
            unreal = sets["unreal"]
            others = sets["others"]
            stuck = sets["stuck"]
            wanting = sets["wanting"]
            longer = sets["longer"]
            without = sets["without"]
            amazed = sets["amazed"]
            slight = sets["slight"]
            since = sets["since"]
            recent = sets["recent"]
            turn = sets["turn"]
            reaction = sets["reaction"]
        }

        var numbers: [Int] {
            [
                not, notAfter, filler, and, that, unreal, others, stuck, wanting, longer, without,
                amazed, slight, since, recent, turn, reaction,
            ].compactMap(\.self)
        }
    }

    /// The languages; a language's number is its place here.
    let languages: [String]
    /// The grammar of each language.
    private(set) var grammars: [Grammar] = []
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
        let grammar = Grammar(sets)
        grammars.append(grammar)
        for slot in grammar.numbers { isOfWins[slot] = false }
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
            findings.pieces += 1
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
            if plain.contains(Self.star) { return starred(plain, word.beginsClause) }
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

    /// A word with stars, which stand for nothing, or one for a vowel: "su*icide", "r*ped".
    private func starred(_ word: [UInt8], _ beginsClause: Bool) -> [Spelled] {
        let plain = word.filter { $0 != Self.star }
        var spelled = meant(plain[...], beginsClause)
        guard let place = word.firstIndex(of: Self.star), place == word.lastIndex(of: Self.star)
        else { return spelled }
        for vowel in "aeiou".utf8 {
            var written = word
            written[place] = vowel
            spelled[0].near += lexicon.find(written[...])
        }
        return spelled
    }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("013457".utf8, "oieast".utf8))
    private static let star = UInt8(ascii: "*")
}
