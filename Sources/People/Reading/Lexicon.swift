/// The words and stems of all lists, found by their letters also where they are misspelt.
struct Lexicon: Sendable {
    typealias Letters = ArraySlice<UInt8>

    /// A word or a stem in which a letter may be wrong.
    private struct Entry: Sendable {
        let number: Int
        let length: Int
        let isStem: Bool
        /// Which letters it has, as bits.
        let sort: UInt32
    }

    private var words: [Letters: Int] = [:]
    private var stems: [Letters: Int] = [:]
    /// Words by their letters without those that come twice in a row.
    private var squeezed: [Letters: [Int]] = [:]
    /// The words and stems in which a letter may be wrong, by the first one, which is right, or no one would know the
    /// word either.
    private var misspelt: [UInt8: [Entry]] = [:]
    /// The words and stems by their numbers.
    private var spellings: [Letters] = []

    /// The letters of a word that are looked at.
    static let longest = 40
    /// The lengths of words and stems in which a letter may be wrong: shorter ones are too near to one another.
    private static let misspeltLengths = 6...16
    private static let stemLengths = 3...16

    /// Adds a word, or a stem, which stands for every word that begins with it; returns its number.
    mutating func add(_ word: Letters, isStem: Bool) -> Int {
        if let known = isStem ? stems[word] : words[word] { return known }
        let number = spellings.count
        spellings.append(word)
        if isStem {
            stems[word] = number
        } else {
            words[word] = number
            let squeezed = Self.squeezed(word)
            // "aaa" may be anything.
            if squeezed.count > 2 { self.squeezed[squeezed, default: []].append(number) }
        }
        if let first = word.first, Self.misspeltLengths.contains(word.count) {
            misspelt[first, default: []].append(
                Entry(
                    number: number, length: word.count, isStem: isStem, sort: Self.sort(of: word)))
        }
        return number
    }

    /// The numbers of the words and stems that a word is, as it is written or without its doubled letters.
    func find(_ word: Letters, isSqueezed: Bool = false) -> [Int] {
        let written = word.prefix(Self.longest)
        let word = isSqueezed ? Self.squeezed(written) : written
        var numbers = isSqueezed ? squeezed[word] ?? [] : [words[word]].compactMap(\.self)
        // Without doubled letters, it begins with the stems with which it begins as it is written.
        guard !isSqueezed || word.count < written.count else { return numbers }
        for length in Self.stemLengths where length <= word.count {
            if let stem = stems[word.prefix(length)] { numbers.append(stem) }
        }
        return numbers
    }

    /// The numbers of the words and stems of six letters and more from which a word is one letter off: a wrong one, a
    /// missing one, one too many, or two that changed places.
    func findNear(_ word: Letters) -> [Int] {
        let word = word.prefix(Self.misspeltLengths.upperBound + 1)
        guard word.count >= Self.misspeltLengths.lowerBound - 1, let first = word.first,
            let entries = misspelt[first]
        else { return [] }
        let sort = Self.sort(of: word)
        var numbers: [Int] = []
        for entry in entries {
            // At most one of its letters is not in the word.
            let missing = entry.sort & ~sort
            guard missing & (missing &- 1) == 0 else { continue }
            let least = entry.isStem ? entry.length - 1 : word.count
            let most = min(entry.length + 1, word.count)
            let isNear =
                least <= most
                && (least...most).contains {
                    Self.isNear(word.prefix($0), spellings[entry.number])
                }
            if isNear { numbers.append(entry.number) }
        }
        return numbers
    }

    /// Which letters a word has, as bits.
    private static func sort(of word: Letters) -> UInt32 {
        word.reduce(0) { $0 | 1 << ($1 & 31) }
    }

    /// Whether a word that begins with the same letter is another one, but for a letter.
    private static func isNear(_ word: Letters, _ other: Letters) -> Bool {
        guard abs(word.count - other.count) <= 1 else { return false }
        let start = sharedCount(word, other)
        let end = sharedCount(word.reversed(), other.reversed())
        let between = max(word.count, other.count) - start - end
        guard between == 2, word.count == other.count else { return between <= 1 }
        let (here, there) = (word.dropFirst(start).prefix(2), other.dropFirst(start).prefix(2))
        return here.first == there.last || here.last == there.first
    }

    /// How many elements two sequences begin with that are the same.
    private static func sharedCount(
        _ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>
    ) -> Int {
        var count = 0
        for (letter, other) in zip(one, other) {
            if letter != other { break }
            count += 1
        }
        return count
    }

    /// Whether a word is one of the lists as it is written, and not only begins as a stem does.
    func isWord(_ word: Letters) -> Bool { words[word] != nil }

    /// The fewest words that a word without spaces is made of; empty for one that is not made of words of the lists.
    func parts(_ word: Letters) -> [Letters] {
        guard 7...28 ~= word.count else { return [] }
        /// The fewest words that each beginning is made of.
        var best: [[Letters]?] = [[]]
        for end in 1...word.count {
            let found = (max(0, end - 14)..<end).compactMap { start -> [Letters]? in
                // One letter is a word only where it begins: "i", in "ikillmyself".
                guard let before = best[start], before.count < 6,
                    end - start > 1 || (start == 0 && word.first == UInt8(ascii: "i"))
                else { return nil }
                let part = word.dropFirst(start).prefix(end - start)
                return isWord(part) ? before + [part] : nil
            }
            best.append(found.min { $0.count < $1.count })
        }
        // Words of two letters are in every word.
        guard let parts = best[word.count], word.count >= 2 * parts.count + 2 else { return [] }
        return parts
    }

    /// A word without letters that are the same as the one before.
    static func squeezed(_ word: Letters) -> Letters {
        // Most words have none.
        guard zip(word, word.dropFirst()).contains(where: ==) else { return word }
        return word.reduce(into: []) { letters, letter in
            if letters.last != letter { letters.append(letter) }
        }
    }
}
