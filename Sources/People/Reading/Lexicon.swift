/// The words and stems of all lists, found by their letters also where they are misspelt.
///
/// Words are kept as hashes. The hash of a beginning, and that of a word without one letter, follow from one another, so
/// that looking a word up takes a bounded number of steps.
struct Lexicon: Sendable {
    private var words = HashIndex()
    private var stems = HashIndex()
    /// Words by their letters without those that come twice in a row.
    private var squeezed = HashIndex()
    private var nearWords = HashIndex()
    private var nearStems = HashIndex()
    /// The lengths of the stems in `nearStems` by their first letters, a bit each.
    private var nearLengths = [UInt32](repeating: 0, count: 256)
    private(set) var count = 0

    /// The letters of a word that are looked at.
    static let longest = 40
    /// The shortest word in which a letter may be wrong: shorter ones are too near to one another.
    private static let shortestNear = 6
    private static let longestStem = 16

    /// Adds a word, or a stem, which stands for every word that begins with it; returns its number.
    mutating func add(_ word: [UInt8], isStem: Bool) -> Int {
        let hash = Self.hash(word, word.indices)
        var known: Int?
        (isStem ? stems : words).forEach(hash) { number, _ in
            known = Int(truncatingIfNeeded: number)
        }
        if let known { return known }
        let number = Int32(truncatingIfNeeded: count)
        count += 1
        if isStem {
            stems.insert(hash, number, -1)
        } else {
            words.insert(hash, number, -1)
            let squeezed = word.indices.filter { $0 == 0 || word[$0] != word[$0 - 1] }.map {
                word[$0]
            }
            // "aaa" may be anything.
            if squeezed.count > 2 {
                self.squeezed.insert(Self.hash(squeezed, squeezed.indices), number, -1)
            }
        }
        guard Self.shortestNear...Self.longestStem ~= word.count else {
            return Int(truncatingIfNeeded: number)
        }
        if isStem {
            nearLengths[Int(truncatingIfNeeded: word[0])] |=
                1 << UInt32(truncatingIfNeeded: word.count)
        }
        // The first letter must be right: with a wrong one, a reader would not recognize the word either.
        for place in 0..<word.count {
            var near = word
            if place > 0 { near.remove(at: place) }
            let hash = Self.hash(near, near.indices)
            if isStem {
                nearStems.insert(
                    hash, number, Int32(truncatingIfNeeded: place) - (place == 0 ? 1 : 0))
            } else {
                nearWords.insert(
                    hash, number, Int32(truncatingIfNeeded: place) - (place == 0 ? 1 : 0))
            }
        }
        return Int(truncatingIfNeeded: number)
    }

    /// Appends the numbers of the words and stems that a word is, as it is written or without its doubled letters.
    func find(_ letters: [UInt8], _ word: Range<Int>, isSqueezed: Bool, _ numbers: inout [Int32]) {
        var hash: UInt64 = 0
        var length = 0
        var last: UInt8 = 0
        for place in word.prefix(Self.longest) where !isSqueezed || letters[place] != last {
            last = letters[place]
            hash = hash &* Self.base &+ UInt64(truncatingIfNeeded: last) &+ 1
            length += 1
            if 3...Self.longestStem ~= length {
                stems.forEach(hash) { number, _ in numbers.append(number) }
            }
        }
        (isSqueezed ? squeezed : words).forEach(hash) { number, _ in numbers.append(number) }
    }

    /// Appends the numbers of the words and stems of six letters and more from which a word is one letter off: a wrong
    /// one, a missing one, one too many, or two that changed places.
    func findNear(_ letters: [UInt8], _ word: Range<Int>, _ numbers: inout [Int32]) {
        let word = word.lowerBound..<min(word.upperBound, word.lowerBound + Self.longestStem + 1)
        guard word.count >= Self.shortestNear - 1 else { return }
        var beginnings: [UInt64] = [0]
        beginnings.reserveCapacity(word.count + 1)
        for place in word {
            beginnings.append(
                beginnings[beginnings.count - 1] &* Self.base
                    &+ UInt64(truncatingIfNeeded: letters[place])
                    &+ 1)
        }
        func look(_ index: HashIndex, _ length: Int) {
            index.forEach(beginnings[length]) { number, _ in numbers.append(number) }
            guard length >= Self.shortestNear else { return }
            for place in 1..<length {
                // What follows a letter is the difference of two beginnings.
                let power = Self.powers[length - place - 1]
                let rest = beginnings[length] &- beginnings[place + 1] &* power
                index.forEach(beginnings[place] &* power &+ rest) { number, dropped in
                    // Two that lack letters far apart are not one letter off.
                    if dropped < 0 || abs(Int(truncatingIfNeeded: dropped) - place) <= 1 {
                        numbers.append(number)
                    }
                }
            }
        }
        look(nearWords, word.count)
        let lengths = nearLengths[Int(truncatingIfNeeded: letters[word.lowerBound])]
        for length in (Self.shortestNear - 1)...word.count
        where lengths & (7 << UInt32(truncatingIfNeeded: length - 1)) != 0 {
            look(nearStems, length)
        }
    }

    /// Whether a word is one of the lists as it is written, and not only begins as a stem does.
    func isWord(_ letters: [UInt8], _ word: Range<Int>) -> Bool {
        words.has(Self.hash(letters, word))
    }

    /// The fewest words that a word without spaces is made of; empty for one that is not made of words of the lists.
    func parts(_ letters: [UInt8], _ word: Range<Int>) -> [Range<Int>] {
        guard 7...28 ~= word.count else { return [] }
        let count = word.count
        var best = [Int](repeating: .max, count: count + 1)
        var before = [Int](repeating: 0, count: count + 1)
        best[0] = 0
        for start in 0..<count where best[start] < 4 {
            var hash: UInt64 = 0
            for end in (start + 1)...min(start + 14, count) {
                hash =
                    hash &* Self.base
                    &+ UInt64(truncatingIfNeeded: letters[word.lowerBound + end - 1]) &+ 1
                // One letter is a word only where it begins: "i", in "ikillmyself".
                if end - start == 1, start > 0 || letters[word.lowerBound] != UInt8(ascii: "i") {
                    continue
                }
                if best[start] + 1 < best[end], words.has(hash) {
                    best[end] = best[start] + 1
                    before[end] = start
                }
            }
        }
        // Words of two letters are in every word.
        guard best[count] <= 4, count >= 2 * best[count] + 2 else { return [] }
        var parts: [Range<Int>] = []
        var end = count
        while end > 0 {
            parts.append(word.lowerBound + before[end]..<word.lowerBound + end)
            end = before[end]
        }
        return parts.reversed()
    }

    private static func hash(_ letters: [UInt8], _ word: Range<Int>) -> UInt64 {
        word.reduce(0) { $0 &* base &+ UInt64(truncatingIfNeeded: letters[$1]) &+ 1 }
    }

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let powers: [UInt64] = (0...longest).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] &* base)
    }
}

/// A table from hashes to numbers, with open addresses.
private struct HashIndex: Sendable {
    private struct Entry: Sendable {
        var key: UInt64 = 0
        var number: Int32 = -1
        /// The place of the letter that is left out; -1 for a whole word.
        var dropped: Int32 = -1
    }

    private var entries = [Entry](repeating: Entry(), count: 64)
    private var count = 0

    mutating func insert(_ key: UInt64, _ number: Int32, _ dropped: Int32) {
        if 2 * (count + 1) > entries.count {
            let old = entries
            entries = Array(repeating: Entry(), count: 2 * old.count)
            count = 0
            for entry in old where entry.number >= 0 {
                insert(entry.key, entry.number, entry.dropped)
            }
        }
        var place = start(key)
        while entries[place].number >= 0 {
            if entries[place].key == key, entries[place].number == number { return }
            place = (place + 1) & (entries.count - 1)
        }
        entries[place] = Entry(key: key, number: number, dropped: dropped)
        count += 1
    }

    func forEach(_ key: UInt64, _ body: (_ number: Int32, _ dropped: Int32) -> Void) {
        var place = start(key)
        while entries[place].number >= 0 {
            if entries[place].key == key { body(entries[place].number, entries[place].dropped) }
            place = (place + 1) & (entries.count - 1)
        }
    }

    func has(_ key: UInt64) -> Bool {
        var isThere = false
        forEach(key) { _, _ in isThere = true }
        return isThere
    }

    private func start(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: ((key ^ (key >> 32)) &* 0xD6E8_FEB8_6659_FD93) >> 32)
            & (entries.count - 1)
    }
}
