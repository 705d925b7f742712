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
        var sign: Int32
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
        /// How many words there are; numbers and emojis are none.
        var count = 0
        /// The languages that find something denied, a bit each.
        var denied: UInt32 = 0
    }

    /// A sign, by the numbers of its sets of words; -1 is none.
    private struct Sign {
        var language: Int
        var kind: SignKind
        var steps: Range<Int>
        var isAtStart: Bool
        var isAtEnd: Bool
        var negated: Negated
        var unless: Int
        var maybe: Int
        var stays: Bool
    }

    private struct Step {
        var slot: Int
        var isOptional: Bool
        var gap: Int
    }

    /// The sets of a language that are grammar, and belong to no sign.
    private struct Grammar {
        var not: Int
        var notAfter: Int
        var filler: Int
        var and: Int
        var that: Int
        var unreal: Int
        var others: Int
        var stuck: Int
    }

    /// Lists of numbers, one behind the other.
    private struct Lists {
        var starts: [Int32] = [0]
        var numbers: [Int32] = []

        init(_ lists: [[Int32]]) {
            for list in lists {
                numbers += list
                starts.append(Int32(truncatingIfNeeded: numbers.count))
            }
        }

        subscript(list: Int) -> Range<Int> {
            Int(truncatingIfNeeded: starts[list])..<Int(truncatingIfNeeded: starts[list + 1])
        }
    }

    /// The languages; a language's number is its place here.
    let languages: [String]
    private var lexicon = Lexicon()
    /// The sets that each word is in, and the signs that begin with each set.
    private var slots = Lists([])
    private var signsOfSlots = Lists([])
    /// The languages that have each word, a bit each.
    private var languagesOfWords: [UInt32] = []
    /// Which sets belong to wins alone: a word that is only near to one of theirs may be anything.
    private var isOfWins: [Bool] = []
    private var signs: [Sign] = []
    private var steps: [Step] = []
    private var grammars: [Grammar] = []

    /// The most words that are read at once; a longer sentence is read in pieces that overlap.
    private static let window = 64
    private static let overlap = 12
    /// How near a word has to be to lift a sign.
    private static let near = 5
    /// How far a negation reaches.
    private static let reach = 4
    /// How far from the beginning of its clause a win may be.
    private static let late = 4

    init(_ lists: [(language: String, list: SignList)]) {
        languages = lists.map(\.language)
        var numbers: [[String]: Int] = [:]
        var slotsOfWords: [[Int32]] = []
        var signsOfSlots: [[Int32]] = []
        for (language, entry) in lists.enumerated() {
            func slot(_ words: [String]) -> Int {
                if words.isEmpty { return -1 }
                // Each language has its own: what is a word of everyday in one may be danger in another.
                let key = [entry.language] + words
                if let number = numbers[key] { return number }
                let number = signsOfSlots.count
                numbers[key] = number
                signsOfSlots.append([])
                isOfWins.append(true)
                for spelling in words.flatMap(Self.spellings) {
                    let word = lexicon.add(spelling.letters, isStem: spelling.isStem)
                    if word == slotsOfWords.count {
                        slotsOfWords.append([])
                        languagesOfWords.append(0)
                    }
                    slotsOfWords[word].append(Int32(truncatingIfNeeded: number))
                    if spelling.isWord {
                        languagesOfWords[word] |= 1 << UInt32(truncatingIfNeeded: language)
                    }
                }
                return number
            }
            let list = entry.list
            for words in list.sets.values { _ = slot(words) }
            for sign in list.signs {
                let first = steps.count
                for step in sign.steps {
                    steps.append(
                        Step(slot: slot(step.words), isOptional: step.isOptional, gap: step.gap))
                }
                if ![.win, .good].contains(sign.kind) {
                    for step in steps[first...] { isOfWins[step.slot] = false }
                }
                for words in [sign.unless, sign.maybe] where !words.isEmpty {
                    isOfWins[slot(words)] = false
                }
                signsOfSlots[steps[first].slot].append(Int32(truncatingIfNeeded: signs.count))
                signs.append(
                    Sign(
                        language: language, kind: sign.kind, steps: first..<steps.count,
                        isAtStart: sign.isAtStart,
                        isAtEnd: sign.isAtEnd, negated: sign.negated, unless: slot(sign.unless),
                        maybe: slot(sign.maybe), stays: sign.stays))
            }
            func set(_ name: String) -> Int {
                let number = slot(list.sets[name] ?? [])
                if number >= 0 { isOfWins[number] = false }
                return number
            }
            grammars.append(
                Grammar(
                    not: set("not"), notAfter: set("not-after"), filler: set("filler"),
                    and: set("and"),
                    that: set("that"), unreal: set("unreal"), others: set("others"),
                    stuck: set("stuck")))
        }
        slots = Lists(slotsOfWords)
        self.signsOfSlots = Lists(signsOfSlots)
    }

    /// How a word of a list may be written: "ä" also as "ae".
    ///
    /// Numbers and emojis are words of no language.
    private static func spellings(_ word: String) -> [(
        letters: [UInt8], isStem: Bool, isWord: Bool
    )] {
        if word == SignList.number { return [(number, false, false)] }
        let isStem = word.hasSuffix("*")
        let plain = isStem ? String(word.dropLast()) : word
        let long = plain.replacing("ä", with: "ae").replacing("ö", with: "oe").replacing(
            "ü", with: "ue")
        return Set([plain, long]).sorted().compactMap { spelling in
            let read = Sentences(of: spelling)
            let kind = read.sentences.first?.first?.kind
            return kind.map { (read.letters, isStem, $0 == .letters || $0 == .mixed) }
        }
    }

    private static let number = Array("#".utf8)
}

extension SignTable {
    /// What is kept from one sentence to the next, since there are thousands of sets.
    struct Workbench {
        fileprivate var bits: [UInt64]
        fileprivate var touched: [Int32] = []
        fileprivate var words: [Spelled] = []
        fileprivate var numbers: [Int32] = []
        fileprivate var reached = [UInt64](repeating: 0, count: 64)
        fileprivate var matched = [UInt64](repeating: 0, count: 64)

        /// The places of a set.
        fileprivate func places(_ slot: Int) -> UInt64 { slot < 0 ? 0 : bits[slot] }
    }

    /// A word as it was meant, by the words of the lists that it may be.
    fileprivate struct Spelled {
        var numbers: Range<Int>
        /// Where those begin that the word is only near to.
        var near: Int
        var beginsClause: Bool
        var isWord: Bool
    }

    /// An empty workbench.
    var workbench: Workbench {
        Workbench(bits: Array(repeating: 0, count: signsOfSlots.starts.count - 1))
    }

    /// Looks for signs in a sentence of a text.
    func findings(_ sentence: Int, of text: inout Sentences, _ bench: inout Workbench) -> Findings {
        spell(text.sentences[sentence], &text.letters, &bench)
        var findings = Findings(known: Array(repeating: 0, count: languages.count))
        var start = 0
        while start < bench.words.count {
            let end = min(start + Self.window, bench.words.count)
            read(start..<end, &bench, &findings)
            if end == bench.words.count { break }
            start = end - Self.overlap
        }
        return findings
    }

    /// Looks the words of a sentence up as they were meant: with digits for letters, letters too often, spaces that are
    /// missing or too many.
    private func spell(
        _ sentence: [Sentences.Word], _ letters: inout [UInt8], _ bench: inout Workbench
    ) {
        bench.words.removeAll(keepingCapacity: true)
        bench.numbers.removeAll(keepingCapacity: true)
        var index = 0
        while index < sentence.count {
            let word = sentence[index]
            var end = index
            while end < sentence.count, sentence[end].letters.count == 1,
                sentence[end].kind == .letters,
                end - index < Lexicon.longest
            {
                end += 1
            }
            if end - index >= 3 {
                let start = letters.count
                for single in sentence[index..<end] {
                    letters.append(letters[single.letters.lowerBound])
                }
                if add(start..<letters.count, letters, word.beginsClause, &bench) {
                    index = end
                    continue
                }
            }
            index += 1
            switch word.kind {
            // An emoji that says nothing parts no words either.
            case .emoji: _ = add(word.letters, letters, false, &bench, isWord: false)
            case .number: addNumber(word.letters, letters, word.beginsClause, &bench)
            case .letters: addMeant(word.letters, &letters, word.beginsClause, &bench)
            case .mixed: addMixed(word, &letters, &bench)
            }
        }
    }

    /// Adds a word that is in the lists as it is written; otherwise, adds nothing.
    private func add(
        _ word: Range<Int>, _ letters: [UInt8], _ beginsClause: Bool, _ bench: inout Workbench,
        isWord: Bool = true
    ) -> Bool {
        let start = bench.numbers.count
        lexicon.find(letters, word, isSqueezed: false, &bench.numbers)
        guard bench.numbers.count > start else { return false }
        bench.words.append(
            Spelled(
                numbers: start..<bench.numbers.count, near: bench.numbers.count,
                beginsClause: beginsClause, isWord: isWord))
        return true
    }

    private func addNumber(
        _ word: Range<Int>, _ letters: [UInt8], _ beginsClause: Bool, _ bench: inout Workbench
    ) {
        let start = bench.numbers.count
        lexicon.find(Self.number, Self.number.indices, isSqueezed: false, &bench.numbers)
        lexicon.find(letters, word, isSqueezed: false, &bench.numbers)
        bench.words.append(
            Spelled(
                numbers: start..<bench.numbers.count, near: bench.numbers.count,
                beginsClause: beginsClause, isWord: false)
        )
    }

    /// Adds a word as it was meant: one that is near to others, or several without spaces.
    private func addMeant(
        _ word: Range<Int>, _ letters: inout [UInt8], _ beginsClause: Bool, _ bench: inout Workbench
    ) {
        let start = bench.numbers.count
        lexicon.find(letters, word, isSqueezed: false, &bench.numbers)
        let isWord = lexicon.isWord(letters, word)
        // A word that begins with a stem may be several all the same: "killmyself".
        let parts = isWord ? [] : lexicon.parts(letters, word)
        if let first = parts.first {
            lexicon.find(letters, first, isSqueezed: false, &bench.numbers)
        }
        if !isWord { lexicon.find(letters, word, isSqueezed: true, &bench.numbers) }
        let near = bench.numbers.count
        if !isWord {
            lexicon.findNear(letters, word, &bench.numbers)
            let squeezed = letters.count
            for place in word
            where letters.count == squeezed || letters[letters.count - 1] != letters[place] {
                letters.append(letters[place])
            }
            if letters.count - squeezed < word.count {
                lexicon.findNear(letters, squeezed..<letters.count, &bench.numbers)
            }
        }
        bench.words.append(
            Spelled(
                numbers: start..<bench.numbers.count, near: near, beginsClause: beginsClause,
                isWord: true))
        for part in parts.dropFirst() { _ = add(part, letters, false, &bench) }
    }

    /// Adds "su1c1de" as the word it stands for, and "30kms" as a number and its unit.
    private func addMixed(
        _ word: Sentences.Word, _ letters: inout [UInt8], _ bench: inout Workbench
    ) {
        let start = letters.count
        for place in word.letters.prefix(Lexicon.longest) {
            letters.append(Self.letters[letters[place]] ?? letters[place])
        }
        let unit =
            word.letters.first { letters[$0] >= UInt8(ascii: "a") } ?? word.letters.upperBound
        let isUnit = letters[unit..<word.letters.upperBound].allSatisfy { $0 >= UInt8(ascii: "a") }
        if add(start..<letters.count, letters, word.beginsClause, &bench) { return }
        if unit > word.letters.lowerBound, isUnit {
            addNumber(word.letters.lowerBound..<unit, letters, word.beginsClause, &bench)
            addMeant(unit..<word.letters.upperBound, &letters, false, &bench)
        } else {
            addMeant(start..<letters.count, &letters, word.beginsClause, &bench)
        }
    }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("013457".utf8, "oieast".utf8))
}

extension SignTable {
    private func read(_ piece: Range<Int>, _ bench: inout Workbench, _ findings: inout Findings) {
        for slot in bench.touched { bench.bits[Int(truncatingIfNeeded: slot)] = 0 }
        bench.touched.removeAll(keepingCapacity: true)
        let isFirst = piece.lowerBound == 0
        let isLast = piece.upperBound == bench.words.count
        var stops: UInt64 = 0
        for index in piece {
            let place = index - piece.lowerBound
            let word = bench.words[index]
            if word.beginsClause { stops |= 1 << UInt64(truncatingIfNeeded: place) }
            var known: UInt32 = 0
            for entry in word.numbers {
                let number = Int(truncatingIfNeeded: bench.numbers[entry])
                known |= languagesOfWords[number]
                for slot in slots[number] {
                    let slot = slots.numbers[slot]
                    if entry >= word.near, isOfWins[Int(truncatingIfNeeded: slot)] { continue }
                    if bench.bits[Int(truncatingIfNeeded: slot)] == 0 { bench.touched.append(slot) }
                    bench.bits[Int(truncatingIfNeeded: slot)] |=
                        1 << UInt64(truncatingIfNeeded: place)
                }
            }
            if word.isWord, isFirst || place >= Self.overlap {
                findings.count += 1
                for language in languages.indices
                where known & (1 << UInt32(truncatingIfNeeded: language)) != 0 {
                    findings.known[language] += 1
                }
            }
        }
        let all = Self.bits(0, piece.count - 1)
        for (language, grammar) in grammars.enumerated() where bench.places(grammar.not) != 0 {
            findings.denied |= 1 << UInt32(truncatingIfNeeded: language)
        }
        for index in bench.touched.indices {
            for entry in signsOfSlots[Int(truncatingIfNeeded: bench.touched[index])] {
                let number = signsOfSlots.numbers[entry]
                let sign = signs[Int(truncatingIfNeeded: number)]
                guard
                    sign.steps.allSatisfy({
                        steps[$0].isOptional || bench.bits[steps[$0].slot] != 0
                    })
                else {
                    continue
                }
                let grammar = grammars[sign.language]
                let filler = bench.places(grammar.filler)
                let clauses =
                    stops & ~bench.places(grammar.that) | bench.places(grammar.and)
                    | (isFirst ? 1 : 0)
                var starts = bench.bits[steps[sign.steps.lowerBound].slot]
                // Fillers may be before the beginning and after the end.
                let firm = all & ~filler
                if sign.isAtStart {
                    starts &=
                        isFirst ? Self.bits(0, min(firm.trailingZeroBitCount, piece.count - 1)) : 0
                }
                var ends = all
                if sign.isAtEnd {
                    ends = isLast ? all & ~(firm == 0 ? 0 : Self.last(of: firm) - 1) : 0
                }
                while starts != 0 {
                    let start = Self.first(of: starts)
                    starts &= ~start
                    guard let found = follow(sign, from: start, ends, filler, &bench) else {
                        continue
                    }
                    // The piece before has found what lies in both.
                    if !isFirst, found >> UInt64(truncatingIfNeeded: Self.overlap) == 0 { continue }
                    guard let kind = kind(of: sign, found, clauses, bench) else { continue }
                    findings.signs.append(
                        Finding(
                            kind: kind, language: sign.language, sign: number, words: found,
                            clause: (clauses & (start | (start - 1))).nonzeroBitCount,
                            stays: sign.stays))
                    starts &= ~found
                }
            }
        }
    }

    /// The words of a sign that begins at a place; `nil` if it does not go on.
    private func follow(
        _ sign: Sign, from start: UInt64, _ ends: UInt64, _ filler: UInt64, _ bench: inout Workbench
    ) -> UInt64? {
        /// With the fillers that follow.
        func spread(_ bits: UInt64) -> UInt64 {
            let one = bits | (bits & filler) << 1
            return one | (one & filler) << 1
        }
        bench.reached[0] = start
        bench.matched[0] = start
        var last = 0
        for number in sign.steps.dropFirst() {
            let step = steps[number]
            var next = spread(bench.reached[last] << 1)
            var area = next
            for _ in 0..<step.gap {
                next = spread(next << 1)
                area |= next
            }
            let matched = area & bench.bits[step.slot]
            last += 1
            bench.matched[last] = matched
            bench.reached[last] = step.isOptional ? matched | bench.reached[last - 1] : matched
            if bench.reached[last] == 0 { return nil }
        }
        var place = Self.first(of: bench.reached[last] & ends)
        guard place != 0 else { return nil }
        var words = place
        for index in stride(from: last, to: 0, by: -1) where bench.matched[index] & place != 0 {
            // A word before is the nearest one.
            place = Self.last(of: bench.reached[index - 1] & (place - 1))
            words |= place
        }
        return words
    }

    /// What a sign stands for where it was found; `nil` if what is around it lifts it.
    private func kind(of sign: Sign, _ found: UInt64, _ clauses: UInt64, _ bench: Workbench)
        -> SignKind?
    {
        let first = found.trailingZeroBitCount
        let last = 63 - found.leadingZeroBitCount
        let around = Self.bits(max(0, first - Self.near), min(63, last + Self.near)) & ~found
        if bench.places(sign.unless) & around != 0 { return nil }
        let begin = clauses & Self.bits(0, first)
        let clause = begin == 0 ? 0 : 63 - begin.leadingZeroBitCount
        let following = clauses & ~Self.bits(0, last)
        let end = following == 0 ? 63 : following.trailingZeroBitCount - 1
        let grammar = grammars[sign.language]
        if sign.kind == .win || sign.kind == .good {
            let all = Self.bits(clause, end)
            // What the person has done comes first; what is not real yet is not a win.
            if first - clause > Self.late || bench.places(grammar.unreal) & all != 0 { return nil }
            // A good word alone does not make a win of what others do, or of what something is like.
            if sign.kind == .good, bench.places(grammar.others) & all != 0 { return nil }
        }
        let kind = bench.places(sign.maybe) & around != 0 ? .doubt : sign.kind
        let before = Self.bits(max(first - Self.reach, clause), first - 1)
        let denied =
            bench.places(grammar.not) & before
            | bench.places(grammar.notAfter) & Self.bits(last + 1, min(end, last + 2))
        if denied == 0 { return kind }
        return switch sign.negated {
        case .keeps: kind
        case .lifts: nil
        // Who cannot stop has gained no distance.
        case .recovery: bench.places(grammar.stuck) & before == 0 ? .recovery : kind
        case .doubt: .doubt
        }
    }

    private static func bits(_ first: Int, _ last: Int) -> UInt64 {
        first > last
            ? 0
            : (UInt64.max >> UInt64(truncatingIfNeeded: 63 - last))
                & (UInt64.max << UInt64(truncatingIfNeeded: first))
    }

    private static func first(of bits: UInt64) -> UInt64 { bits & (~bits &+ 1) }

    private static func last(of bits: UInt64) -> UInt64 {
        bits == 0 ? 0 : 1 << UInt64(truncatingIfNeeded: 63 - bits.leadingZeroBitCount)
    }
}
