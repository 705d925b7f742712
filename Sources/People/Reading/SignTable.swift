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
        /// The languages that find something denied, as bits.
        var denied: UInt64 = 0
    }

    /// A sign, with the numbers of its sets of words; ``none`` for a set that has none.
    final class Sign: Sendable {
        let kind: SignKind
        let language: Int
        let steps: [Step]
        let isAtStart, isAtEnd: Bool
        let negated: Negated
        let stays: Bool
        let unless: Int
        let maybe: Int

        /// A word of a sign, as in ``SignList/Step``.
        struct Step: Sendable {
            let slot: Int
            let isOptional: Bool
            let gap: Int
        }

        init(_ sign: SignList.Sign, of language: Int, slot: ([String]) -> Int) {
            kind = sign.kind
            self.language = language
            steps = sign.steps.map {
                Step(slot: slot($0.words), isOptional: $0.isOptional, gap: $0.gap)
            }
            (isAtStart, isAtEnd) = (sign.isAtStart, sign.isAtEnd)
            (negated, stays) = (sign.negated, sign.stays)
            unless = slot(sign.unless)
            maybe = slot(sign.maybe)
        }
    }

    /// A sign that begins with a set of words.
    struct Start: Sendable {
        let sign: Int
        /// Two other sets without which it is not there, those with the fewest words: they rule nearly all signs out.
        let others: (Int, Int)
    }

    /// The sets of a language that are grammar, and belong to no sign, by their numbers; ``none`` for one that has no words.
    final class Grammar: Sendable {
        let not, notAfter, filler, and, that, unreal, others: Int
        let stuck, wanting, longer, without, amazed: Int
        let slight, since, recent, turn, reaction: Int

        init(_ sets: [String: Int]) {
            func slot(_ name: String) -> Int { sets[name] ?? SignTable.none }
            not = slot("not")
            notAfter = slot("not-after")
            filler = slot("filler")
            and = slot("and")
            that = slot("that")
            unreal = slot("unreal")
            others = slot("others")
            stuck = slot("stuck")
            wanting = slot("wanting")
            longer = slot("longer")
            without = slot("without")
            amazed = slot("amazed")
            slight = slot("slight")
            since = slot("since")
            recent = slot("recent")
            turn = slot("turn")
            reaction = slot("reaction")
        }

        var numbers: [Int] {
            [
                not, notAfter, filler, and, that, unreal, others, stuck, wanting, longer, without,
                amazed, slight, since, recent, turn, reaction,
            ]
        }
    }

    /// The languages; a language's number is its place here.
    let languages: [String]
    /// The grammar of each language.
    private(set) var grammars: [Grammar] = []
    private(set) var signs: [Sign] = []
    /// The signs that begin with each set.
    private(set) var starts = Rows<Start>([])
    /// The sets that each word is in, and the languages that have it, as bits.
    private(set) var slotsOfWords = Rows<Int32>([])
    private var languagesOfWords: [UInt64] = []
    /// Which sets belong to wins alone: a word that is only near to one of theirs may be anything.
    private(set) var isOfWins = [true]
    private var lexicon = Lexicon()

    /// The most words that are read at once; a longer sentence is read in pieces that overlap.
    private static let window = 64
    static let overlap = 12

    /// The set that has no words.
    static let none = 0

    init(_ lists: [(language: String, list: SignList)]) {
        languages = lists.map(\.language)
        var draft = Draft()
        for (language, entry) in lists.enumerated() {
            add(entry.list, of: language, &draft)
        }
        lexicon.finish()
        starts = Rows(draft.starts)
        slotsOfWords = Rows(draft.slotsOfWords)
    }

    /// What is known of a table that is being made.
    private struct Draft {
        var starts: [[Start]] = [[]]
        /// How many words each set has.
        var sizes = [0]
        var slotsOfWords: [[Int32]] = []
    }

    private mutating func add(_ list: SignList, of language: Int, _ draft: inout Draft) {
        // Each language has its own: what is a word of everyday in one may be danger in another.
        var numbers: [[String]: Int] = [[]: Self.none]
        func slot(_ words: [String]) -> Int {
            if let number = numbers[words] { return number }
            let number = addSlot(of: words, language, &draft)
            numbers[words] = number
            return number
        }
        var sets: [String: Int] = [:]
        for (name, words) in list.sets.sorted(by: { $0.key < $1.key }) { sets[name] = slot(words) }
        let grammar = Grammar(sets)
        grammars.append(grammar)
        for slot in grammar.numbers { isOfWins[slot] = false }
        for sign in list.signs {
            let new = Sign(sign, of: language, slot: slot)
            let isWin = sign.kind == .win || sign.kind == .good
            let slots = isWin ? [] : new.steps.map(\.slot)
            for slot in slots + [new.unless, new.maybe] { isOfWins[slot] = false }
            let first = new.steps[0].slot
            let others = new.steps.filter { !$0.isOptional && $0.slot != first }.map(\.slot)
                .sorted { draft.sizes[$0] < draft.sizes[$1] }
            let next = others.first ?? first
            draft.starts[first].append(
                Start(sign: signs.count, others: (next, others.dropFirst().first ?? next)))
            signs.append(new)
        }
    }

    /// Adds a set of words; returns its number.
    private mutating func addSlot(
        of words: [String], _ language: Int, _ draft: inout Draft
    ) -> Int {
        let number = draft.starts.count
        draft.starts.append([])
        draft.sizes.append(words.count)
        isOfWins.append(true)
        for spelling in words.flatMap(Self.spellings) {
            let word = lexicon.add(spelling.letters[...], isStem: spelling.isStem)
            if word == languagesOfWords.count {
                draft.slotsOfWords.append([])
                languagesOfWords.append(0)
            }
            draft.slotsOfWords[word].append(Int32(clamping: number))
            // An operator has fewer languages than 64.
            if spelling.isWord { languagesOfWords[word] |= 1 << language }
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
        // Most are written in one way.
        if !plain.isEmpty, plain.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
            return [(Array(plain.utf8), isStem, true)]
        }
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
    /// The words of a sentence, by the words of the lists that they may be.
    struct Spelling {
        /// A word; its parts are places in ``Spelling/numbers``.
        struct Word {
            /// The words of the lists that it is.
            var exact: Range<Int>
            /// Those that it is only near to.
            var near: Range<Int>
            var beginsClause: Bool
            var isWord: Bool
        }

        fileprivate(set) var words: [Word] = []
        /// The numbers of words of the lists.
        fileprivate(set) var numbers: [Int] = []

        /// Adds a word that has the numbers of a range, and is near to those behind it.
        fileprivate mutating func add(
            _ exact: Range<Int>, _ beginsClause: Bool, isWord: Bool = true
        ) {
            words.append(
                Word(
                    exact: exact, near: exact.upperBound..<numbers.count,
                    beginsClause: beginsClause, isWord: isWord))
        }
    }

    /// Looks for signs in sentences.
    func findings(in sentences: [[Sentences.Word]]) -> [Findings] {
        var passage = Passage(slots: isOfWins.count)
        return sentences.map { findings(in: spelled($0), &passage) }
    }

    private func findings(in spelling: Spelling, _ passage: inout Passage) -> Findings {
        var findings = Findings(known: Array(repeating: 0, count: languages.count))
        for word in spelling.words where word.isWord {
            findings.count += 1
            var known: UInt64 = 0
            for place in word.exact.lowerBound..<word.near.upperBound {
                known |= languagesOfWords[spelling.numbers[place]]
            }
            while known != 0 {
                findings.known[known.trailingZeroBitCount] += 1
                known &= known - 1
            }
        }
        var start = 0
        while start < spelling.words.count {
            let piece = start..<min(start + Self.window, spelling.words.count)
            passage.move(to: piece, of: spelling, self)
            passage.read(&findings, self)
            findings.pieces += 1
            if piece.upperBound == spelling.words.count { break }
            start = piece.upperBound - Self.overlap
        }
        return findings
    }

    private func spelled(_ sentence: [Sentences.Word]) -> Spelling {
        var spelling = Spelling()
        spelling.words.reserveCapacity(sentence.count)
        spelling.numbers.reserveCapacity(2 * sentence.count)
        var rest = sentence[...]
        while let word = rest.first {
            let letters = rest.prefix(Lexicon.longest)
                .prefix { $0.letters.count == 1 && $0.kind == .letters }
            if letters.count >= 3,
                addKnown(letters.flatMap(\.letters)[...], word.beginsClause, &spelling)
            {
                rest = rest.dropFirst(letters.count)
            } else {
                add(word, &spelling)
                rest = rest.dropFirst()
            }
        }
        return spelling
    }

    private func add(_ word: Sentences.Word, _ spelling: inout Spelling) {
        let letters = word.letters
        switch word.kind {
        // An emoji that says nothing parts no words either.
        case .emoji: addKnown(letters, false, isWord: false, &spelling)
        case .number: addNumber(letters, word.beginsClause, &spelling)
        case .letters: add(letters, word.beginsClause, &spelling)
        case .mixed:
            // "su1c1de" is the word it stands for, and "30kms" a number and its unit.
            let plain = letters.prefix(Lexicon.longest).map { Self.letters[$0] ?? $0 }
            if plain.contains(Self.star) {
                return add(starred: plain, word.beginsClause, &spelling)
            }
            if addKnown(plain[...], word.beginsClause, &spelling) { return }
            let unit = letters.drop { $0 < UInt8(ascii: "a") }
            guard unit.count < letters.count, unit.allSatisfy({ $0 >= UInt8(ascii: "a") }) else {
                return add(plain[...], word.beginsClause, &spelling)
            }
            let digits = letters.prefix(letters.count - unit.count)
            addNumber(digits, word.beginsClause, &spelling)
            add(unit, false, &spelling)
        }
    }

    /// Adds a word if it is in the lists as it is written; returns whether it is.
    @discardableResult
    private func addKnown(
        _ word: Lexicon.Letters, _ beginsClause: Bool, isWord: Bool = true,
        _ spelling: inout Spelling
    ) -> Bool {
        let start = spelling.numbers.count
        lexicon.find(word, &spelling.numbers)
        guard start < spelling.numbers.count else { return false }
        spelling.add(start..<spelling.numbers.count, beginsClause, isWord: isWord)
        return true
    }

    private func addNumber(
        _ digits: Lexicon.Letters, _ beginsClause: Bool, _ spelling: inout Spelling
    ) {
        let start = spelling.numbers.count
        lexicon.find(Self.number[...], &spelling.numbers)
        lexicon.find(digits, &spelling.numbers)
        spelling.add(start..<spelling.numbers.count, beginsClause, isWord: false)
    }

    /// Adds a word that may be near to others, or several without spaces.
    ///
    /// - Parameter others: What else may have been meant.
    private func add(
        _ word: Lexicon.Letters, _ beginsClause: Bool, or others: [Lexicon.Letters] = [],
        _ spelling: inout Spelling
    ) {
        let start = spelling.numbers.count
        let isKnown = lexicon.find(word, &spelling.numbers)
        var parts: [Lexicon.Letters] = []
        if !isKnown {
            // A word that begins with a stem may be several anyway: "killmyself".
            parts = lexicon.parts(word)
            if let first = parts.first { lexicon.find(first, &spelling.numbers) }
            lexicon.findSqueezed(word, &spelling.numbers)
        }
        let exact = start..<spelling.numbers.count
        if !isKnown {
            lexicon.findNear(word, &spelling.numbers)
            let squeezed = Lexicon.squeezed(word)
            if squeezed.count < word.count { lexicon.findNear(squeezed, &spelling.numbers) }
        }
        for other in others { lexicon.find(other, &spelling.numbers) }
        spelling.add(exact, beginsClause)
        for part in parts.dropFirst() { addKnown(part, false, &spelling) }
    }

    /// Adds a word with stars, which stand for nothing, or one for a vowel: "su*icide", "r*ped".
    private func add(
        starred word: [UInt8], _ beginsClause: Bool, _ spelling: inout Spelling
    ) {
        let plain = word.filter { $0 != Self.star }
        var others: [Lexicon.Letters] = []
        if let place = word.firstIndex(of: Self.star), place == word.lastIndex(of: Self.star) {
            others = "aeiou".utf8.map { vowel in
                var written = word
                written[place] = vowel
                return written[...]
            }
        }
        add(plain[...], beginsClause, or: others, &spelling)
    }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("013457".utf8, "oieast".utf8))
    private static let star = UInt8(ascii: "*")
}
