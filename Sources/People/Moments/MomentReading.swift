/// How a moment is to be answered, by its words and the mood that was named.
public enum MomentReading: Sendable, Equatable {
    /// Words of danger or self-harm: thanks and where help is, in their language; they go to no model.
    case heavy(language: String)
    /// A text that cannot be judged here: a neutral line; they go to no model.
    case unlisted
    /// A hard day: a gentle line.
    case hard
    /// Anything else: a cheer.
    case light
}

/// The moods that a person may name; the raw value is stable and stored.
public enum Mood: String, Sendable, CaseIterable, Codable {
    case great, good, okay, low, awful

    /// Whether a cheer would be out of place.
    var isLow: Bool { self == .low || self == .awful }
}

/// Reads moments for one space.
public struct MomentReader: Sendable {
    private let languages: Set<String>
    private let lists: [(language: String, danger: PhraseList, hard: PhraseList)]
    private let words: [String: HeavyWords]

    /// Knows the lists that come with the program and the space's own, which take their place.
    public init(_ words: Words) {
        languages = Set(words.languages)
        self.words = Words.shippedHeavy.merging(words.heavy ?? [:]) { _, own in own }
        lists = self.words.sorted { $0.key < $1.key }.map {
            ($0.key, PhraseList($0.value.danger), PhraseList($0.value.hard))
        }
    }

    /// The languages of the space that have no list, in which every moment is unlisted.
    public var languagesWithoutList: [String] {
        languages.subtracting(words.keys).sorted()
    }

    /// Reads a moment.
    ///
    /// Words of danger are looked for in all languages that have a list, also in those that the space does not name: a
    /// wrong guess of the language must not hide them.
    ///
    /// - Parameter texts: The person's own words: the moment and the note.
    public func read(_ texts: [String], mood: Mood?) -> MomentReading {
        let text = texts.joined(separator: "\n")
        if let list = lists.first(where: { $0.danger.first(in: text) != nil }) {
            return .heavy(language: list.language)
        }
        switch LanguageGuess(of: text) {
        case .unknown: return .unlisted
        case .language(let language):
            guard languages.contains(language), words[language] != nil else { return .unlisted }
        case .wordless: break
        }
        if mood?.isLow == true { return .hard }
        return lists.contains { languages.contains($0.language) && $0.hard.first(in: text) != nil }
            ? .hard : .light
    }

    /// What is said to a heavy moment: thanks, and where help is.
    public func heavyWords(in language: String) -> HeavyWords? { words[language] }
}
