/// The places of the sets of words in a passage of at most 64 words, a bit for a place.
struct Passage {
    private let table: SignTable
    private let count: Int
    /// Whether its sentence begins and ends with it.
    private let isFirst, isLast: Bool
    private var places: [UInt64]
    /// The sets that are here.
    private var slots: [Int] = []
    /// The places behind a comma, a bracket or the like.
    private var stops: UInt64 = 0

    /// How near a word has to be to lift a sign.
    private static let near = 5
    /// How far a negation reaches.
    private static let reach = 4
    /// How far from the beginning of its clause a win may be.
    private static let late = 4

    init(_ words: [SignTable.Spelled], _ piece: Range<Int>, _ table: SignTable) {
        self.table = table
        count = piece.count
        isFirst = piece.lowerBound == 0
        isLast = piece.upperBound == words.count
        places = Array(repeating: 0, count: table.signsOfSlots.count)
        for (place, word) in words[piece].enumerated() {
            if word.beginsClause { stops |= 1 << place }
            let near = word.near.flatMap { table.slotsOfWords[$0] }.filter { !table.isOfWins[$0] }
            for slot in word.exact.flatMap({ table.slotsOfWords[$0] }) + near {
                if places[slot] == 0 { slots.append(slot) }
                places[slot] |= 1 << place
            }
        }
    }

    private func places(of slot: Int?) -> UInt64 { slot.map { places[$0] } ?? 0 }

    /// Where the words of a set of a language are.
    private func places(of name: String, _ language: Int) -> UInt64 {
        places(of: table.sets[language][name])
    }

    /// Adds the signs that are here.
    func read(_ findings: inout SignTable.Findings) {
        for language in table.languages.indices where places(of: "not", language) != 0 {
            findings.denied.insert(language)
        }
        for slot in slots {
            for number in table.signsOfSlots[slot]
            where table.signs[number].needed.allSatisfy({ places[$0] != 0 }) {
                find(number, &findings)
            }
        }
    }

    private func find(_ number: Int, _ findings: inout SignTable.Findings) {
        let found = table.signs[number]
        let sign = found.sign
        let language = found.language
        let filler = places(of: "filler", language)
        let clauses =
            stops & ~places(of: "that", language) | places(of: "and", language) | (isFirst ? 1 : 0)
        let all = Self.bits(0, count - 1)
        // Fillers may be before the beginning and after the end.
        let firm = all & ~filler
        var starts = places[found.slots[0]]
        if sign.isAtStart {
            starts &= isFirst ? Self.bits(0, min(firm.trailingZeroBitCount, count - 1)) : 0
        }
        var ends = all
        if sign.isAtEnd { ends = isLast ? all & ~(firm == 0 ? 0 : Self.last(of: firm) - 1) : 0 }
        while starts != 0 {
            let start = Self.first(of: starts)
            starts &= ~start
            guard let words = words(of: found, from: start, ends, filler) else { continue }
            // The passage before has found what lies in both.
            if !isFirst, words >> SignTable.overlap == 0 { continue }
            guard let kind = kind(of: found, words, clauses) else { continue }
            findings.signs.append(
                .init(
                    kind: kind, language: language, sign: number, words: words,
                    clause: (clauses & (start | (start - 1))).nonzeroBitCount,
                    stays: sign.stays))
            starts &= ~words
        }
    }

    /// The words of a sign that begins at a place; `nil` if it does not go on.
    private func words(
        of sign: SignTable.Sign, from start: UInt64, _ ends: UInt64, _ filler: UInt64
    ) -> UInt64? {
        /// With the fillers that follow.
        func spread(_ bits: UInt64) -> UInt64 {
            let one = bits | (bits & filler) << 1
            return one | (one & filler) << 1
        }
        var path = [(matched: start, reached: start)]
        for (step, slot) in zip(sign.sign.steps, sign.slots).dropFirst() {
            let before = path[path.count - 1].reached
            var next = spread(before << 1)
            var area = next
            for _ in 0..<step.gap {
                next = spread(next << 1)
                area |= next
            }
            let matched = area & places[slot]
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
        of found: SignTable.Sign, _ words: UInt64, _ clauses: UInt64
    ) -> SignKind? {
        func grammar(_ name: String) -> UInt64 { places(of: name, found.language) }
        let sign = found.sign
        let first = words.trailingZeroBitCount
        let last = 63 - words.leadingZeroBitCount
        let around = Self.bits(max(0, first - Self.near), min(63, last + Self.near)) & ~words
        if places(of: found.unless) & around != 0 { return nil }
        let begin = clauses & Self.bits(0, first)
        let clause = begin == 0 ? 0 : 63 - begin.leadingZeroBitCount
        let following = clauses & ~Self.bits(0, last)
        let end = following == 0 ? 63 : following.trailingZeroBitCount - 1
        if sign.kind == .win || sign.kind == .good {
            let all = Self.bits(clause, end)
            // What one has done comes first; what is not real yet is not a win.
            if first - clause > Self.late || grammar("unreal") & all != 0 { return nil }
            // What others do or what something is like is not a win, only because it has a good word.
            if sign.kind == .good, grammar("others") & all != 0 { return nil }
        }
        let kind = places(of: found.maybe) & around != 0 ? .doubt : sign.kind
        let before = Self.bits(max(first - Self.reach, clause), first - 1)
        let behind = Self.bits(last + 1, min(end, last + 2))
        if grammar("not") & before == 0, grammar("not-after") & behind == 0 { return kind }
        return switch sign.negated {
        case .keeps: kind
        case .lifts: nil
        // Who cannot stop has gained no distance.
        case .recovery: grammar("stuck") & before == 0 ? .recovery : kind
        case .doubt: .doubt
        }
    }

    private static func bits(_ first: Int, _ last: Int) -> UInt64 {
        first > last ? 0 : (UInt64.max >> (63 - last)) & (UInt64.max << first)
    }

    private static func first(of bits: UInt64) -> UInt64 { bits & (~bits &+ 1) }

    private static func last(of bits: UInt64) -> UInt64 {
        bits == 0 ? 0 : 1 << (63 - bits.leadingZeroBitCount)
    }
}
