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

    /// A sign, with the numbers of its sets of words; `nil` for a set that has none.
    final class Sign: Sendable {
        let kind: SignKind
        let language: Int
        let steps: [Step]
        /// The sets without which it is not there.
        let needed: [Int]
        let isAtStart, isAtEnd: Bool
        let negated: Negated
        let stays: Bool
        let unless: Int?
        let maybe: Int?

        /// A word of a sign, as in ``SignList/Step``.
        struct Step: Sendable {
            let slot: Int
            let isOptional: Bool
            let gap: Int
        }

        init(_ sign: SignList.Sign, of language: Int, slot: ([String]) -> Int?) {
            kind = sign.kind
            self.language = language
            steps = sign.steps.compactMap { step in
                slot(step.words).map {
                    Step(slot: $0, isOptional: step.isOptional, gap: step.gap)
                }
            }
            needed = steps.filter { !$0.isOptional }.map(\.slot)
            (isAtStart, isAtEnd) = (sign.isAtStart, sign.isAtEnd)
            (negated, stays) = (sign.negated, sign.stays)
            unless = slot(sign.unless)
            maybe = slot(sign.maybe)
        }
    }

    /// A sign that begins with a set of words.
    struct Start: Sendable {
        let sign: Int
        /// Another set without which it is not there, the one with the fewest words: most signs are ruled out by it.
        let other: Int?
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
    private(set) var starts: [[Start]] = []
    /// How many words each set has.
    private var sizes: [Int] = []
    /// The sets that each word is in, and the languages that have it, as bits.
    private(set) var slotsOfWords: [[Int]] = []
    private var languagesOfWords: [UInt64] = []
    /// Which sets belong to wins alone: a word that is only near to one of theirs may be anything.
    private(set) var isOfWins: [Bool] = []
    private var lexicon = Lexicon()

    /// The most words that are read at once; a longer sentence is read in pieces that overlap.
    private static let window = 64
    static let overlap = 12

    init(_ lists: [(language: String, list: SignList)]) {
        languages = lists.map(\.language)
        for (language, entry) in lists.enumerated() { add(entry.list, of: language) }
        lexicon.finish()
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
            let new = Sign(sign, of: language, slot: slot)
            let isWin = sign.kind == .win || sign.kind == .good
            let slots = isWin ? [] : new.steps.map(\.slot)
            for slot in slots + [new.unless, new.maybe].compactMap(\.self) {
                isOfWins[slot] = false
            }
            let first = new.steps[0].slot
            let other = new.needed.filter { $0 != first }.min { sizes[$0] < sizes[$1] }
            starts[first].append(Start(sign: signs.count, other: other))
            signs.append(new)
        }
    }

    /// Adds a set of words; returns its number.
    private mutating func addSlot(of words: [String], _ language: Int) -> Int {
        let number = starts.count
        starts.append([])
        sizes.append(words.count)
        isOfWins.append(true)
        for spelling in words.flatMap(Self.spellings) {
            let word = lexicon.add(spelling.letters[...], isStem: spelling.isStem)
            if word == slotsOfWords.count {
                slotsOfWords.append([])
                languagesOfWords.append(0)
            }
            slotsOfWords[word].append(number)
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
    /// A word by the words of the lists that it may be.
    struct Spelled {
        var exact: [Int]
        /// Those that the word is only near to.
        var near: [Int] = []
        var beginsClause: Bool
        var isWord = true
    }

    /// Looks for signs in sentences.
    func findings(in sentences: [[Sentences.Word]]) -> [Findings] {
        var passage = Passage(slots: starts.count)
        return sentences.map { findings(in: spelled($0), &passage) }
    }

    private func findings(in words: [Spelled], _ passage: inout Passage) -> Findings {
        var findings = Findings(known: Array(repeating: 0, count: languages.count))
        for word in words where word.isWord {
            findings.count += 1
            var known: UInt64 = 0
            for number in word.exact { known |= languagesOfWords[number] }
            for number in word.near { known |= languagesOfWords[number] }
            while known != 0 {
                findings.known[known.trailingZeroBitCount] += 1
                known &= known - 1
            }
        }
        var start = 0
        while start < words.count {
            let piece = start..<min(start + Self.window, words.count)
            passage.move(to: piece, of: words, self)
            passage.read(&findings, self)
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
                spell(word, &spelled)
                rest = rest.dropFirst()
            }
        }
        return spelled
    }

    private func spell(_ word: Sentences.Word, _ spelled: inout [Spelled]) {
        let letters = word.letters
        switch word.kind {
        // An emoji that says nothing parts no words either.
        case .emoji:
            if let emoji = known(letters, false, isWord: false) { spelled.append(emoji) }
        case .number: spelled.append(number(letters, word.beginsClause))
        case .letters: spell(letters, word.beginsClause, &spelled)
        case .mixed:
            // "su1c1de" is the word it stands for, and "30kms" a number and its unit.
            let plain = letters.prefix(Lexicon.longest).map { Self.letters[$0] ?? $0 }
            if plain.contains(Self.star) {
                return spell(starred: plain, word.beginsClause, &spelled)
            }
            if let word = known(plain[...], word.beginsClause) { return spelled.append(word) }
            let unit = letters.drop { $0 < UInt8(ascii: "a") }
            guard unit.count < letters.count, unit.allSatisfy({ $0 >= UInt8(ascii: "a") }) else {
                return spell(plain[...], word.beginsClause, &spelled)
            }
            let digits = letters.prefix(letters.count - unit.count)
            spelled.append(number(digits, word.beginsClause))
            spell(unit, false, &spelled)
        }
    }

    /// A word that is in the lists as it is written; nil for others.
    private func known(
        _ word: Lexicon.Letters, _ beginsClause: Bool, isWord: Bool = true
    ) -> Spelled? {
        var exact: [Int] = []
        lexicon.find(word, &exact)
        guard !exact.isEmpty else { return nil }
        return Spelled(exact: exact, beginsClause: beginsClause, isWord: isWord)
    }

    private func number(_ digits: Lexicon.Letters, _ beginsClause: Bool) -> Spelled {
        var exact: [Int] = []
        lexicon.find(Self.number[...], &exact)
        lexicon.find(digits, &exact)
        return Spelled(exact: exact, beginsClause: beginsClause, isWord: false)
    }

    /// Adds a word that may be near to others, or several without spaces.
    private func spell(
        _ word: Lexicon.Letters, _ beginsClause: Bool, _ spelled: inout [Spelled]
    ) {
        var new = Spelled(exact: [], beginsClause: beginsClause)
        if lexicon.find(word, &new.exact) { return spelled.append(new) }
        // A word that begins with a stem may be several anyway: "killmyself".
        let parts = lexicon.parts(word)
        if let first = parts.first { lexicon.find(first, &new.exact) }
        lexicon.findSqueezed(word, &new.exact)
        lexicon.findNear(word, &new.near)
        let squeezed = Lexicon.squeezed(word)
        if squeezed.count < word.count { lexicon.findNear(squeezed, &new.near) }
        spelled.append(new)
        for part in parts.dropFirst() {
            if let part = known(part, false) { spelled.append(part) }
        }
    }

    /// Adds a word with stars, which stand for nothing, or one for a vowel: "su*icide", "r*ped".
    private func spell(
        starred word: [UInt8], _ beginsClause: Bool, _ spelled: inout [Spelled]
    ) {
        let first = spelled.count
        let plain = word.filter { $0 != Self.star }
        spell(plain[...], beginsClause, &spelled)
        guard let place = word.firstIndex(of: Self.star), place == word.lastIndex(of: Self.star)
        else { return }
        for vowel in "aeiou".utf8 {
            var written = word
            written[place] = vowel
            lexicon.find(written[...], &spelled[first].near)
        }
    }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("013457".utf8, "oieast".utf8))
    private static let star = UInt8(ascii: "*")
}
