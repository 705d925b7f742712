import Testing

@testable import People

/// Each sign of each list, in a sentence that is made from it.
@Suite(.timeLimit(.minutes(10)))
struct SignTests {
    /// A sentence that shows a sign.
    private struct Example: Sendable {
        let table: SignTable
        let sign: SignList.Sign
        let number: Int
        let words: [String]

        var sentence: String { words.joined(separator: " ") }

        /// What the sign is found as in a sentence.
        func kinds(in sentence: String) -> Set<SignKind> {
            let found = table.findings(in: Sentences(of: sentence).sentences).flatMap(\.signs)
            return Set(found.filter { $0.sign == number }.map(\.kind))
        }
    }

    /// A sentence for each sign, of words that lift nothing.
    private static func examples(of list: SignList) throws -> [Example] {
        let table = SignTable([("xx", list)])
        return try list.signs.enumerated().map { number, sign in
            let grammar: [SignKind: [String]] = [.win: ["unreal"], .good: ["unreal", "others"]]
            let lifting = (grammar[sign.kind] ?? []).flatMap { list.sets[$0] ?? [] }
            let words = try sign.steps.filter { !$0.isOptional }.map { step in
                let word = step.words.first { !matches($0, lifting) }
                return try #require(word, "each word of \(step.words) is lifted").plain
            }
            return Example(table: table, sign: sign, number: number, words: words)
        }
    }

    private static func matches(_ word: String, _ others: [String]) -> Bool {
        others.contains {
            $0.hasSuffix("*") ? word.plain.hasPrefix($0.dropLast()) : word.plain == $0
        }
    }

    private static let languages = SignList.shipped.map(\.language)

    private static let examples = Dictionary(
        uniqueKeysWithValues: SignList.shipped.map { entry in
            (entry.language, Result { try examples(of: entry.list) })
        })

    private static func list(_ language: String) throws -> SignList {
        try #require(SignList.shipped.first { $0.language == language }).list
    }

    /// An operator's list, in the place of the one for English and as one for a new language.
    private static let own: [SignList] = {
        let words = HeavyWords(
            thanks: "Thanks.", crisis: "Call.", danger: ["vill dö", "självmord*"],
            hard: ["ledsen idag"],
            wins: ["promenad", "lagade mat"])
        return [
            SignList(words, insteadOf: SignList.shipped[0].list), SignList(words, insteadOf: nil),
        ]
    }()

    private static func check(_ examples: [Example], of list: SignList) {
        for example in examples {
            let sign = example.sign
            let sentence = example.sentence
            #expect(example.kinds(in: sentence) == [sign.kind], "\(sentence)")
            let ownWords = sign.unless + sign.maybe + sign.steps.flatMap(\.words)
            let not = list.sets["not"]?.first { !matches($0, ownWords) }
            let beginsClause = matches(example.words[0], list.sets["and"] ?? [])
            if let not, !sign.isAtStart, !beginsClause {
                // "Not a day without" is every day.
                let isTwice = example.words.contains { matches($0, list.sets["without"] ?? []) }
                let denied: [Negated: Set<SignKind>] = [
                    .keeps: [sign.kind], .lifts: [], .doubt: [.doubt],
                    .recovery: [isTwice ? sign.kind : .recovery],
                ]
                let isOfDistance = sign.kind == .recovery || sign.kind == .distance
                let expected: Set<SignKind>? =
                    isTwice && isOfDistance ? [.doubt] : denied[sign.negated]
                #expect(
                    example.kinds(in: "\(not) \(sentence)") == expected, "\(not) \(sentence)")
            }
            if let veto = sign.unless.first?.plain, !sign.isAtEnd, !sign.isAtStart {
                #expect(example.kinds(in: "\(sentence) \(veto)").isEmpty, "\(sentence) \(veto)")
                if [.crisis, .danger, .relapse].contains(sign.kind) {
                    let far = "\(sentence) qwx qwx qwx \(veto)"
                    #expect(example.kinds(in: far) == [.doubt], "\(far)")
                }
            }
            if let maybe = sign.maybe.first?.plain {
                #expect(
                    example.kinds(in: "\(sentence) \(maybe)") == [.doubt], "\(sentence) \(maybe)")
            }
        }
    }

    @Test(arguments: languages) func `each sign is found, denied and lifted as its list says`(
        _ language: String
    ) throws {
        let examples = try #require(Self.examples[language]).get()
        Self.check(examples, of: try Self.list(language))
    }

    @Test func `an operator's signs are found as those of the program are`() throws {
        for list in Self.own { Self.check(try Self.examples(of: list), of: list) }
    }

    /// Ways to write a word of six letters and more.
    private static let spellings: [(name: String, write: @Sendable (String) -> String)] = [
        (
            "digits for letters",
            { word in
                let digits: [Character: Character] = [
                    "a": "4", "e": "3", "i": "1", "o": "0", "s": "5",
                ]
                return String(word.prefix(1) + word.dropFirst().map { digits[$0] ?? $0 })
            }
        ),
        ("letters too often", { "\($0.prefix(2))\($0[1])\($0[1])\($0.dropFirst(2))" }),
        ("a letter too few", { "\($0.prefix(3))\($0.dropFirst(4))" }),
        ("a wrong letter", { "\($0.prefix(3))\($0[3] == "x" ? "y" : "x")\($0.dropFirst(4))" }),
        (
            "two letters that changed places",
            { "\($0.prefix(2))\($0[3])\($0[2])\($0.dropFirst(4))" }
        ),
        ("spaces between letters", { $0.map(String.init).joined(separator: " ") }),
        ("a joiner within", { "\($0.prefix(3))\u{200B}\($0.dropFirst(3))" }),
        (
            "wide letters",
            { word in
                let wide = word.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }
                return String(String.UnicodeScalarView(wide))
            }
        ),
    ]

    @Test(arguments: spellings.indices)
    func `a sign of danger is found however its word is written`(
        _ index: Int
    ) throws {
        let spelling = Self.spellings[index]
        var count = 0
        for examples in Self.examples.values {
            for example in try examples.get()
            where [.crisis, .danger].contains(example.sign.kind) && example.words.count == 1 {
                let word = SignList.words(of: example.words[0])[0]
                guard word.count >= 6 else { continue }
                count += 1
                let written = spelling.write(word)
                #expect(
                    !example.kinds(in: written).isEmpty,
                    "\(word), with \(spelling.name): \(written)")
            }
        }
        #expect(count > 20)
    }

    @Test func `a sign of danger is found without its spaces`() {
        let reader = MomentReader(Words.preset(.great))
        for text in [
            "iwanttodie", "killmyself", "ichwillsterben", "jeveuxmourir", "quieromorir",
            "iwanttoendmylife", "ichwillmichumbringen", "jeneveuxplusvivre", "yanoquierovivir",
        ] {
            #expect(reader.read([text], mood: nil).tone == .crisis, "\(text)")
        }
    }

    @Test func `a short word with another letter is another word`() {
        let reader = MomentReader(Words.preset(.great))
        for text in ["i want to dye", "i want to dig", "want to fie"] {
            #expect(reader.read([text], mood: nil).tone == .neutral, "\(text)")
        }
    }

    @Test(arguments: languages) func `the list of a language has no mistakes in its form`(
        _ language: String
    ) throws {
        let list = try Self.list(language)
        #expect(list.faults.isEmpty, "\(list.faults)")
        #expect(list.texts["thanks"]?.isEmpty == false)
        for kind in SignKind.allCases { #expect(list.signs.contains { $0.kind == kind }) }
        let words = list.signs.flatMap { $0.steps.flatMap(\.words) + $0.unless + $0.maybe }
        for word in Set(words + list.sets.values.joined()) where word != SignList.number {
            #expect(SignList.words(of: word).count == 1, "\(word) is not one word")
            #expect(!word.hasSuffix("*") || (4...17).contains(word.count), "\(word) finds nothing")
        }
    }
}

extension String {
    fileprivate subscript(place: Int) -> Character { self[index(startIndex, offsetBy: place)] }

    /// A word that a word of a list stands for.
    fileprivate var plain: String { self == SignList.number ? "7" : filter { $0 != "*" } }
}
