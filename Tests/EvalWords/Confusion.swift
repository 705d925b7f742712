import People

/// How the sentences of a corpus are read.
struct Confusion: Sendable {
    /// The counts of tones by language, label and theme.
    private(set) var counts: [Row: [Tone: Int]] = [:]

    /// Sentences that are counted together.
    struct Row: Sendable, Hashable {
        /// The language, by its code in ISO 639.
        let language: String
        /// What the sentences are.
        let label: String
        /// What they are about.
        let theme: String
    }

    /// A line of a corpus is not `id<TAB>label<TAB>theme<TAB>text`.
    struct BadLine: Error, CustomStringConvertible {
        let number: Int
        var description: String {
            "Line \(number) is not id<TAB>label<TAB>theme<TAB>text."
        }
    }

    private let reader: MomentReader
    private let clock = ContinuousClock()
    /// How long reading took.
    private(set) var time = Duration.zero

    /// Counts nothing yet; the space is one whose persons write in all languages of the program.
    init() {
        var words = Words.preset(.great)
        words.languages = ["de", "en", "es", "fr"]
        reader = MomentReader(words)
    }

    /// Reads and counts a file's sentences; empty lines are left out.
    mutating func add(_ file: String) throws {
        for (index, line) in file.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4, let language = fields[0].split(separator: "-").first else {
                throw BadLine(number: index + 1)
            }
            let row = Row(
                language: String(language), label: String(fields[1]), theme: String(fields[2]))
            let text = String(fields[3])
            let start = clock.now
            let tone = reader.read([text], mood: nil).tone
            time += clock.now - start
            counts[row, default: [:]][tone, default: 0] += 1
        }
    }

    /// The counts of a label in some languages, or in all.
    func counts(of label: String, in languages: Set<String>? = nil) -> [Tone: Int] {
        counts.filter { $0.key.label == label && languages?.contains($0.key.language) != false }
            .values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// A table: a line for each theme, and one for each label of a language.
    var table: String {
        let rows = counts.map { ([$0.key.language, $0.key.label, $0.key.theme], $0.value) }
        let labels = Set(counts.keys.map { [$0.language, $0.label] }).map { name in
            (name + ["(all)"], counts(of: name[1], in: [name[0]]))
        }
        let header = (["", "", ""] + Tone.allCases.map(\.rawValue)).enumerated().map(Self.cell)
        let lines = (rows + labels).sorted { $0.0.lexicographicallyPrecedes($1.0) }.map {
            name, tones in
            (name + Tone.allCases.map { String(tones[$0] ?? 0) }).enumerated().map(Self.cell)
        }
        return ([header] + lines).map { $0.joined() + "\n" }.joined()
    }

    private static func cell(_ column: Int, _ text: String) -> String {
        let width = [4, 10, 22][column, default: 10]
        let space = String(repeating: " ", count: max(1, width - text.count))
        return column < 3 ? text + space : space + text
    }
}

extension Array {
    fileprivate subscript(place: Int, default value: Element) -> Element {
        indices.contains(place) ? self[place] : value
    }
}
