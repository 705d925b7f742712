/// The places of the sets of words in a passage of at most 64 words, a bit for a place.
struct Passage {
    /// A set of words that is here, and its places.
    private struct Found {
        var slot = SignTable.none
        var places: UInt64 = 0
    }

    private var count = 0
    /// Whether its sentence begins and ends with it.
    private var isFirst = false
    private var isLast = false
    /// The sets that are here, behind one that never is, and room for more.
    private var found = Array(repeating: Found(), count: 512)
    private var countOfFound = 1
    /// The place of each set among them; 0 for one that is not here.
    private var indices: [Int32]
    /// The places behind a comma, a bracket or the like.
    private var stops: UInt64 = 0

    /// For each step of the sign that is being followed, the words that match it and those behind which it goes on.
    private var path: [(matched: UInt64, reached: UInt64)] = []

    /// How near a word has to be to lift a sign.
    private static let near = 5
    /// How near a word has to be to lift a sign of danger; within the sign, every word is.
    private static let beside = 2
    /// How far a negation reaches.
    private static let reach = 4
    /// How far from the beginning of its clause a win may be.
    private static let late = 4

    /// An empty passage.
    ///
    /// - Parameter slots: How many sets of words there are.
    init(slots: Int) { indices = Array(repeating: 0, count: slots) }

    /// Looks up the words of another piece of a sentence.
    mutating func move(
        to piece: Range<Int>, of sentence: SignTable.Spelling, _ table: borrowing SignTable
    ) {
        for index in 1..<countOfFound { indices[found[index].slot] = 0 }
        countOfFound = 1
        stops = 0
        count = piece.count
        isFirst = piece.lowerBound == 0
        isLast = piece.upperBound == sentence.words.count
        for place in 0..<count {
            let word = sentence.words[piece.lowerBound + place]
            if word.beginsClause { stops |= 1 << place }
            for number in word.exact.lowerBound..<word.near.upperBound {
                let isNear = number >= word.near.lowerBound
                note(sentence.numbers[number], at: place, isNear: isNear, table)
            }
        }
    }

    /// Notes the sets of a word of the lists.
    private mutating func note(
        _ word: Int, at place: Int, isNear: Bool, _ table: borrowing SignTable
    ) {
        let row = table.slotsOfWords.range(of: word)
        if found.count < countOfFound + row.count {
            found += repeatElement(Found(), count: found.count + row.count)
        }
        let slots = table.slotsOfWords.elements
        if isNear {
            let others = slots[row].filter { !table.isOfWins[Int(clamping: $0)] }
            Self.note(others.span, at: place, of: &found, &indices, &countOfFound)
        } else {
            let span = slots.span.extracting(row)
            Self.note(span, at: place, of: &found, &indices, &countOfFound)
        }
    }

    /// Notes sets, through spans: an array is asked at each step whether it is shared.
    private static func note(
        _ slots: Span<Int32>, at place: Int, of found: inout [Found], _ indices: inout [Int32],
        _ count: inout Int
    ) {
        var found = found.mutableSpan
        var indices = indices.mutableSpan
        for element in slots.indices {
            let slot = Int(clamping: slots[element])
            let index = Int(clamping: indices[slot])
            if index == 0 {
                indices[slot] = Int32(clamping: count)
                found[count] = Found(slot: slot, places: 1 << place)
                count += 1
            } else {
                found[index].places |= 1 << place
            }
        }
    }

    private func places(of slot: Int) -> UInt64 { found[Int(clamping: indices[slot])].places }

    private func isHere(_ slot: Int) -> Bool { indices[slot] != 0 }

    /// Adds the signs that are here.
    mutating func read(_ findings: inout SignTable.Findings, _ table: borrowing SignTable) {
        for language in table.grammars.indices where isHere(table.grammars[language].not) {
            findings.denied |= 1 << language
        }
        let starts = table.starts.elements.span
        for index in 1..<countOfFound {
            for row in table.starts.range(of: found[index].slot)
            where isHere(starts[row].others.0) && isHere(starts[row].others.1) {
                let number = starts[row].sign
                let sign = table.signs[number]
                find(sign, number, found[index].places, table.grammars[sign.language], &findings)
            }
        }
    }

    private mutating func find(
        _ sign: SignTable.Sign, _ number: Int, _ starts: UInt64, _ grammar: SignTable.Grammar,
        _ findings: inout SignTable.Findings
    ) {
        let filler = places(of: grammar.filler)
        let clauses =
            stops & ~places(of: grammar.that) | places(of: grammar.and) | (isFirst ? 1 : 0)
        let all = Self.bits(0, count - 1)
        // Fillers may be before the beginning and after the end.
        let firm = all & ~filler
        var starts = starts
        if sign.isAtStart {
            starts &= isFirst ? Self.bits(0, min(firm.trailingZeroBitCount, count - 1)) : 0
        }
        var ends = all
        if sign.isAtEnd { ends = isLast ? all & ~(firm == 0 ? 0 : Self.last(of: firm) - 1) : 0 }
        while starts != 0 {
            let start = Self.first(of: starts)
            starts &= ~start
            guard let words = words(of: sign, from: start, ends, filler) else { continue }
            // The passage before has found what lies in both.
            if !isFirst, words >> SignTable.overlap == 0 { continue }
            guard let kind = kind(of: sign, words, clauses, grammar) else { continue }
            findings.signs.append(
                .init(
                    kind: kind, language: sign.language, sign: number, piece: findings.pieces,
                    words: words,
                    clause: (clauses & (start | (start - 1))).nonzeroBitCount,
                    stays: sign.stays, turn: kind.isWayOut ? turn(behind: words, grammar) : 0))
            starts &= ~words
        }
    }

    /// The words of a sign that begins at a place; `nil` if it does not go on.
    private mutating func words(
        of sign: SignTable.Sign, from start: UInt64, _ ends: UInt64, _ filler: UInt64
    ) -> UInt64? {
        /// With the fillers that follow.
        func spread(_ bits: UInt64) -> UInt64 {
            let one = bits | (bits & filler) << 1
            return one | (one & filler) << 1
        }
        // Most have one word.
        if sign.steps.count == 1 { return start & ends == 0 ? nil : start }
        path.removeAll(keepingCapacity: true)
        path.append((start, start))
        for step in sign.steps.dropFirst() {
            let before = path[path.count - 1].reached
            var next = spread(before << 1)
            var area = next
            for _ in 0..<step.gap {
                next = spread(next << 1)
                area |= next
            }
            let matched = area & places(of: step.slot)
            let reached = step.isOptional ? matched | before : matched
            if reached == 0 { return nil }
            path.append((matched, reached))
        }
        var place = Self.first(of: path[path.count - 1].reached & ends)
        guard place != 0 else { return nil }
        var words = place
        for index in path.indices.dropFirst().reversed() where path[index].matched & place != 0 {
            // A word before is the nearest one.
            place = Self.last(of: path[index - 1].reached & (place - 1))
            words |= place
        }
        return words
    }

    /// What a sign stands for where it was found; `nil` if what is around it lifts it.
    private func kind(
        of sign: SignTable.Sign, _ words: UInt64, _ clauses: UInt64, _ grammar: SignTable.Grammar
    ) -> SignKind? {
        let first = words.trailingZeroBitCount
        let last = 63 - words.leadingZeroBitCount
        let begin = clauses & Self.bits(0, first)
        let clause = begin == 0 ? 0 : 63 - begin.leadingZeroBitCount
        let following = clauses & ~Self.bits(0, last)
        let end = following == 0 ? 63 : following.trailingZeroBitCount - 1
        let all = Self.bits(clause, end)
        let around = Self.bits(max(0, first - Self.near), min(63, last + Self.near)) & ~words
        let vetoes = places(of: sign.unless) & around
        switch sign.kind {
        case .crisis, .danger, .relapse:
            let beside = Self.bits(max(0, first - Self.beside), min(63, last + Self.beside))
            if vetoes & all & beside != 0 { return nil }
            // What is said farther off, or in another clause, does not hide danger.
            if vetoes != 0 { return .doubt }
        case .told:
            if vetoes & all != 0 { return nil }
        case .doubt, .hard, .low, .recovery, .distance, .win, .good:
            if vetoes != 0 { return nil }
        }
        if sign.kind == .win || sign.kind == .good {
            // What one has done comes first; what is not real yet is not a win.
            if first - clause > Self.late || places(of: grammar.unreal) & all != 0 { return nil }
            // What others do or what something is like is not a win, only because it has a good word.
            if sign.kind == .good, places(of: grammar.others) & all != 0 { return nil }
        }
        let kind = places(of: sign.maybe) & around != 0 ? .doubt : sign.kind
        // Who cannot stop has gained no distance.
        if sign.kind == .recovery || sign.kind == .distance,
            isUndone(words, clause...end, grammar)
        {
            return .doubt
        }
        let before = Self.bits(max(first - Self.reach, clause), first - 1)
        let behind = Self.bits(last + 1, min(end, last + 2))
        if places(of: grammar.not) & before == 0, places(of: grammar.notAfter) & behind == 0 {
            return kind
        }
        return switch sign.negated {
        case .keeps: kind
        case .lifts: nil
        case .recovery: isUndone(words, clause...end, grammar) ? kind : .recovery
        case .doubt: .doubt
        }
    }

    /// Whether a negation in a clause leaves the person in danger: "cannot stop", "not a day without", "not deep enough",
    /// "not since this morning".
    private func isUndone(
        _ words: UInt64, _ clause: ClosedRange<Int>, _ grammar: SignTable.Grammar
    ) -> Bool {
        let all = Self.bits(clause.lowerBound, clause.upperBound)
        let since = places(of: grammar.since)
        let sinceThen = since << 1 | since << 2 | since << 3
        if places(of: grammar.slight) & all != 0 { return true }
        if sinceThen & places(of: grammar.recent) & all != 0 { return true }
        // "I cannot believe that it is a year."
        if places(of: grammar.amazed) & all != 0 { return false }
        let lead = Self.bits(clause.lowerBound, words.trailingZeroBitCount - 1)
        if places(of: grammar.stuck) & lead != 0 { return true }
        let longer = places(of: grammar.longer)
        if places(of: grammar.wanting) & lead != 0, longer & all == 0 { return true }
        // One negation takes back the other.
        let last = 63 - words.leadingZeroBitCount
        let without = places(of: grammar.without) & Self.bits(clause.lowerBound, last)
        if without == 0 { return false }
        let others = places(of: grammar.not) & ~places(of: grammar.without) & ~longer
        return others & Self.bits(clause.lowerBound, 62 - without.leadingZeroBitCount) != 0
    }

    /// The last word behind a way out of danger that may take it back.
    private func turn(behind words: UInt64, _ grammar: SignTable.Grammar) -> UInt64 {
        let behind = Self.bits(64 - words.leadingZeroBitCount, count - 1)
        let firm = behind & ~places(of: grammar.filler)
        var turns = places(of: grammar.turn) & behind
        // At the end of a sentence it leads nowhere.
        if isLast { turns &= firm == 0 ? 0 : Self.last(of: firm) - 1 }
        return Self.last(of: turns | (places(of: grammar.reaction) & behind))
    }

    private static func bits(_ first: Int, _ last: Int) -> UInt64 {
        first > last ? 0 : (UInt64.max >> (63 - last)) & (UInt64.max << first)
    }

    private static func first(of bits: UInt64) -> UInt64 { bits & (~bits &+ 1) }

    private static func last(of bits: UInt64) -> UInt64 {
        bits == 0 ? 0 : 1 << (63 - bits.leadingZeroBitCount)
    }
}
