/// How a moment is to be answered, by its words and the mood that was named.
public struct MomentReading: Sendable, Equatable {
    /// The tone of the answer.
    public let tone: Tone
    /// The language whose lines and help suit the words; `nil` for words in none that is known, and without words.
    public let language: String?
    /// Whether anything in the words may be danger; a neutral tone without it says only that nothing in them is known.
    ///
    /// Days and the live coach need it (`DayWords`, `Coaching`): a question has no sign of a win, and is still answered.
    public let hasSignOfDanger: Bool

    /// Describes a reading.
    public init(tone: Tone, language: String?, hasSignOfDanger: Bool = false) {
        self.tone = tone
        self.language = language
        self.hasSignOfDanger = hasSignOfDanger || tone == .crisis
    }
}

/// The moods that a person may name; the raw value is stable and stored.
public enum Mood: String, Sendable, CaseIterable, Codable {
    case great, good, okay, low, awful

    /// Whether a cheer would be out of place.
    var isLow: Bool { self == .low || self == .awful }
}

/// Reads moments for one space.
///
/// What is said to a moment is decided by signs, which lists have by language. A cheer needs a sign of something that
/// somebody has done, and no sign that it may be danger; whatever has neither is answered with a line that suits
/// everybody.
public struct MomentReader: Sendable {
    private let languages: Set<String>
    private let table: SignTable
    /// The languages of the space by their numbers in the table, as bits.
    private let wins: UInt64
    private let thanksByLanguage: [String: String]

    /// Knows the lists that come with the program and the space's own, which take their place.
    public init(_ words: Words) {
        let own = words.heavy ?? [:]
        languages = Set(words.languages)
        var lists = SignList.shipped
        for (language, list) in own.sorted(by: { $0.key < $1.key }) {
            let place = lists.firstIndex { $0.language == language }
            let new = (language, SignList(list, insteadOf: place.map { lists[$0].list }))
            if let place { lists[place] = new } else { lists.append(new) }
        }
        let table = own.isEmpty ? SignTable.shipped : SignTable(lists)
        self.table = table
        wins = words.languages.compactMap(table.languages.firstIndex).reduce(0) { $0 | 1 << $1 }
        thanksByLanguage = Dictionary(
            uniqueKeysWithValues: lists.map { ($0.language, $0.list.texts["thanks"] ?? "") })
    }

    /// The languages of the space that have no list, in which every moment is answered with the neutral line.
    public var languagesWithoutList: [String] {
        languages.subtracting(table.languages).sorted()
    }

    /// What is said to words of danger, beside which help is named; `nil` for a language without a list.
    public func thanks(in language: String) -> String? { thanksByLanguage[language] }

    /// Reads a moment.
    ///
    /// Signs that cannot be mistaken are looked for in all languages that have a list, also in those that the space does
    /// not name. Other signs count in the languages whose words are known, and a win only in a language of the space.
    ///
    /// - Parameters:
    ///   - texts: The person's own words: the moment and the note, or a question.
    ///   - last: The language of what the person wrote before, which decides where the words do not.
    public func read(_ texts: [String], mood: Mood?, last: String? = nil) -> MomentReading {
        let sentences = texts.flatMap { Sentences(of: $0).sentences }
        let findings = table.findings(in: sentences)
        let evidence = Evidence(findings, languages: table.languages, wins: wins, last: last)
        var tone = evidence.tone
        var language = evidence.language
        if evidence.words == 0 {
            // Nothing was written, and something was done: that is what a moment without words is for.
            let isCheered = sentences.joined().allSatisfy {
                SignTable.goodEmojis.contains($0.letters)
            }
            if isCheered, !evidence.isDoubtful { tone = .cheer }
        } else if evidence.isForeign {
            // Most words are in no list: one that looks like a win may be another language's.
            let guess = texts.joined(separator: "\n").guessedLanguage
            if tone != .crisis, guess == nil || guess != language {
                language = nil
                tone = tone.safer(of: .neutral)
            }
        }
        if mood?.isLow == true, !evidence.isDoubtful { tone = tone.safer(of: .gentle) }
        return MomentReading(
            tone: tone, language: language, hasSignOfDanger: evidence.isDoubtful)
    }
}
