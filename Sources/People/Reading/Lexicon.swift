/// The words and stems of all lists, found by their letters also where they are misspelt.
///
/// It is made once of the lists. Nothing of what is looked up is kept.
struct Lexicon: Sendable {
    typealias Letters = ArraySlice<UInt8>

    /// A word or a stem in which a letter may be wrong.
    private struct Entry: Sendable {
        let number: Int
        /// Which letters it has, as bits.
        let sort: UInt32
    }

    private var words: [Letters: Int] = [:]
    private var stems: [Letters: Int] = [:]
    private var tree = LetterTree()
    /// Words by their letters without those that come twice in a row.
    private var squeezed: [Letters: [Int]] = [:]
    /// The words and stems in which a letter may be wrong, by the first one, which is right, or no one would know the
    /// word either, and by their length.
    private var misspelt = Rows<Entry>([])
    private var draftOfMisspelt: [[Entry]] = Array(
        repeating: [], count: 2 * 256 * Self.misspeltLengths.count)
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
            draftOfMisspelt[Self.row(of: first, word.count, isStem: isStem)].append(
                Entry(number: number, sort: word.reduce(0) { $0 | Self.sort(of: $1) }))
        }
        return number
    }

    /// Makes what was added ready to be found.
    mutating func finish() {
        tree = LetterTree(words: words, stems: stems)
        misspelt = Rows(draftOfMisspelt)
        (words, stems, draftOfMisspelt) = ([:], [:], [])
    }

    /// Appends the numbers of the words and stems that a word is, as it is written; returns whether it is one of the words, and
    /// not only begins as a stem does.
    @discardableResult
    func find(_ word: Letters, _ numbers: inout [Int]) -> Bool {
        let start = numbers.count
        let end = walk(word.prefix(Self.longest)) { numbers.append($0) }
        // The word itself comes first.
        let found = end.flatMap { tree.word(at: $0) }
        if let found { numbers.insert(found, at: start) }
        return word.count > Self.longest ? isWord(word) : found != nil
    }

    /// Appends the numbers of the words and stems that a word may be without its doubled letters.
    func findSqueezed(_ word: Letters, _ numbers: inout [Int]) {
        let written = word.prefix(Self.longest)
        let word = Self.squeezed(written)
        if let words = squeezed[word] { numbers += words }
        // Without doubled letters, it begins with the stems with which it begins as it is written.
        if word.count < written.count { _ = walk(word) { numbers.append($0) } }
    }

    /// Follows the letters of a word, and names the stems with which it begins; returns where it ends, unless no word begins so.
    private func walk(_ word: Letters, _ found: (Int) -> Void) -> Int? {
        var node = LetterTree.root
        var length = 0
        for letter in word {
            node = tree.step(from: node, letter)
            if node == LetterTree.root { return nil }
            length += 1
            if Self.stemLengths.contains(length), let stem = tree.stem(at: node) { found(stem) }
        }
        return node
    }

    /// Appends the numbers of the words and stems of six letters and more from which a word is one letter off: a wrong one, a
    /// missing one, one too many, or two that changed places.
    func findNear(_ word: Letters, _ numbers: inout [Int]) {
        let word = word.prefix(Self.misspeltLengths.upperBound + 1)
        guard word.count >= Self.misspeltLengths.lowerBound - 1, let first = word.first else {
            return
        }
        /// Which letters the word has among its first ones, by their number.
        var sorts = SIMD32<UInt32>()
        for (place, letter) in word.enumerated() {
            sorts[place + 1] = sorts[place] | Self.sort(of: letter)
        }
        let longest = min(word.count + 1, Self.misspeltLengths.upperBound)
        for length in Self.misspeltLengths.lowerBound...longest {
            if length >= word.count - 1 {
                let row = Self.row(of: first, length, isStem: false)
                findNear(word, word.count...word.count, misspelt.range(of: row), sorts, &numbers)
            }
            let row = Self.row(of: first, length, isStem: true)
            let lengths = length - 1...min(length + 1, word.count)
            findNear(word, lengths, misspelt.range(of: row), sorts, &numbers)
        }
    }

    /// Where the words or stems of a length stand that begin with a letter.
    private static func row(of first: UInt8, _ length: Int, isStem: Bool) -> Int {
        let number = length - misspeltLengths.lowerBound
        return (Int(clamping: first) * misspeltLengths.count + number) * 2 + (isStem ? 1 : 0)
    }

    /// Appends the numbers of those of some entries that one of the beginnings of a word is near to.
    private func findNear(
        _ word: Letters, _ lengths: ClosedRange<Int>, _ entries: Range<Int>,
        _ sorts: SIMD32<UInt32>, _ numbers: inout [Int]
    ) {
        for place in entries {
            let entry = misspelt.elements[place]
            for length in lengths {
                // At most one letter of each is not in the other, or they are not near.
                let sort = sorts[length]
                if Self.isOneAtMost(entry.sort & ~sort), Self.isOneAtMost(sort & ~entry.sort),
                    Self.isNear(word, length, spellings[entry.number])
                {
                    numbers.append(entry.number)
                    break
                }
            }
        }
    }

    private static func isOneAtMost(_ bits: UInt32) -> Bool { bits & (bits &- 1) == 0 }

    /// A letter as a bit.
    private static func sort(of letter: UInt8) -> UInt32 { 1 << UInt32(clamping: letter & 31) }

    /// Whether the first letters of a word are another word, but for a letter; both begin with the same one.
    private static func isNear(_ word: Letters, _ length: Int, _ other: Letters) -> Bool {
        let (start, otherStart) = (word.startIndex, other.startIndex)
        let shorter = min(length, other.count)
        guard max(length, other.count) - shorter <= 1 else { return false }
        var same = 0
        while same < shorter, word[start + same] == other[otherStart + same] { same += 1 }
        var sameAtEnd = 0
        while sameAtEnd < shorter,
            word[start + length - 1 - sameAtEnd] == other[other.endIndex - 1 - sameAtEnd]
        {
            sameAtEnd += 1
        }
        let between = max(length, other.count) - same - sameAtEnd
        guard between == 2, length == other.count else { return between <= 1 }
        let (place, otherPlace) = (start + same, otherStart + same)
        return word[place] == other[otherPlace + 1] || word[place + 1] == other[otherPlace]
    }

    /// Whether a word is one of the lists as it is written, and not only begins as a stem does.
    private func isWord(_ word: Letters) -> Bool {
        walk(word) { _ in }.flatMap { tree.word(at: $0) } != nil
    }

    /// The fewest words that a word without spaces is made of; empty for one that is not made of words of the lists.
    func parts(_ word: Letters) -> [Letters] {
        guard 7...28 ~= word.count else { return [] }
        /// The fewest words that each beginning is made of, by its length, and where the last of them begins.
        var fewest = SIMD32<UInt8>(repeating: .max)
        var starts = SIMD32<UInt8>()
        fewest[0] = 0
        for start in 0..<word.count where fewest[start] < 6 {
            var node = LetterTree.root
            for end in start + 1...min(start + 14, word.count) {
                node = tree.step(from: node, word[word.startIndex + end - 1])
                if node == LetterTree.root { break }
                // A stem may be the whole word: "laxative" is not "lax at ive".
                if start == 0, end == word.count, tree.stem(at: node) != nil { return [] }
                // One letter is a word only where it begins: "i", in "ikillmyself".
                guard end - start > 1 || (start == 0 && word.first == UInt8(ascii: "i")),
                    fewest[start] + 1 < fewest[end], tree.word(at: node) != nil
                else { continue }
                fewest[end] = fewest[start] + 1
                starts[end] = UInt8(clamping: start)
            }
        }
        // Words of two letters are in every word.
        guard fewest[word.count] < .max, word.count >= 2 * Int(clamping: fewest[word.count]) + 2
        else {
            return []
        }
        var parts: [Letters] = []
        var end = word.count
        while end > 0 {
            let start = Int(clamping: starts[end])
            parts.insert(word.dropFirst(start).prefix(end - start), at: 0)
            end = start
        }
        return parts
    }

    /// A word without letters that are the same as the one before.
    static func squeezed(_ word: Letters) -> Letters {
        // Most words have none.
        var last: UInt8?
        var isDoubled = false
        for letter in word {
            if letter == last {
                isDoubled = true
                break
            }
            last = letter
        }
        guard isDoubled else { return word }
        return word.reduce(into: []) { letters, letter in
            if letters.last != letter { letters.append(letter) }
        }
    }
}
