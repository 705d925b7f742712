/// The letters of words and stems as a tree, with a step for each letter.
///
/// One walk finds the word and all stems with which it begins, and compares no text.
struct LetterTree: Sendable {
    /// A place in the tree: the letters on the way to it.
    private struct Node: Sendable {
        /// Its last letter.
        var letter: UInt8
        /// Which of the letters from a to z follow, as bits; their nodes are side by side.
        var following: UInt32 = 0
        /// How many other letters follow; their nodes come behind.
        var others: UInt8 = 0
        /// The first node that follows.
        var first: Int32 = 0
        /// Where in `ends` the word and the stem are that end here.
        var end: Int32 = 0
    }

    /// The numbers of a word and of a stem that end at a node; -1 for none.
    private var ends: [(word: Int32, stem: Int32)] = [(-1, -1)]
    private var nodes: ContiguousArray<Node> = [Node(letter: 0)]

    /// Where each walk begins; it follows no node.
    static let root = 0

    /// An empty tree.
    init() {}

    /// Makes a tree of words and stems with their numbers.
    init(words: [Lexicon.Letters: Int], stems: [Lexicon.Letters: Int]) {
        let all = Set(words.keys).union(stems.keys).sorted { $0.lexicographicallyPrecedes($1) }
        /// What lies under each node, and how many letters lead to it.
        var under = [(range: all.indices, depth: 0)]
        var node = Self.root
        while node < nodes.count {
            var (range, depth) = under[node]
            // What ends here comes before what goes on.
            if let end = range.first, all[end].count == depth {
                nodes[node].end = Int32(clamping: ends.count)
                ends.append(
                    (
                        Int32(clamping: words[all[end]] ?? -1),
                        Int32(clamping: stems[all[end]] ?? -1)
                    ))
                range = range.dropFirst()
            }
            var following: [(letter: UInt8, range: Range<Int>)] = []
            while let place = range.first {
                let letter = all[place][all[place].startIndex + depth]
                let end =
                    range.first { all[$0][all[$0].startIndex + depth] != letter }
                    ?? range.upperBound
                following.append((letter, place..<end))
                range = end..<range.upperBound
            }
            nodes[node].first = Int32(clamping: nodes.count)
            for isPlain in [true, false] {
                for (letter, range) in following where Self.isPlain(letter) == isPlain {
                    if isPlain {
                        nodes[node].following |= 1 << (letter - Self.a)
                    } else {
                        nodes[node].others += 1
                    }
                    nodes.append(Node(letter: letter))
                    under.append((range, depth + 1))
                }
            }
            node += 1
        }
    }

    private static let a = UInt8(ascii: "a")

    private static func isPlain(_ letter: UInt8) -> Bool { letter &- a < 26 }

    /// The node that follows with a letter; the root if none does.
    func step(from node: Int, _ letter: UInt8) -> Int {
        let node = nodes[node]
        let first = Int(clamping: node.first)
        if Self.isPlain(letter) {
            let bit: UInt32 = 1 << UInt32(clamping: letter &- Self.a)
            if node.following & bit == 0 { return Self.root }
            return first + (node.following & (bit - 1)).nonzeroBitCount
        }
        let others = first + node.following.nonzeroBitCount
        for other in others..<others + Int(clamping: node.others)
        where nodes[other].letter == letter { return other }
        return Self.root
    }

    /// The number of the word that ends at a node.
    func word(at node: Int) -> Int? {
        let word = ends[Int(clamping: nodes[node].end)].word
        return word < 0 ? nil : Int(clamping: word)
    }

    /// The number of the stem that ends at a node.
    func stem(at node: Int) -> Int? {
        let stem = ends[Int(clamping: nodes[node].end)].stem
        return stem < 0 ? nil : Int(clamping: stem)
    }
}
