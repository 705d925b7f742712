/// What is said to small wins.
public struct MomentWords: Codable, Sendable, Equatable {
    /// Said until the first moment is written down.
    public var hint: String
    /// What an app may fill in for the first moment.
    public var prefill: String
    /// What an app shows for a moment without words.
    public var placeholder: String
    /// Cheers.
    public var praise: [String]
    /// For moments that sound hard, and for low moods.
    public var gentle: [String]
    /// For wins over danger, in earnest; without them, the gentle lines.
    public var recovery: [String]?
    /// For words that may be anything: a warm line that suits everybody.
    public var neutral: String
    /// Said if a model's praise was wanted and did not come.
    public var failed: String
    /// The labels of days, by what was done and by the least number of moments.
    public var days: [DayLabel]
    /// Summaries that suit every day, behind those of its label.
    public var summaries: [String]?
    /// The summary of a day with one moment, where there are no others.
    public var summaryOfOne: String?
    /// The summary of a day with more, with `{count}`, where there are no others.
    public var summary: String?
    /// What the moods are called, by their names.
    public var moods: [MoodLabel]?

    /// The lines for wins over danger.
    var earnest: [String] { recovery ?? gentle }

    /// What a day is called.
    public struct DayLabel: Codable, Sendable, Equatable {
        /// The least number of moments.
        public var from: Int
        /// One emoji.
        public var emoji: String
        /// A few words.
        public var label: String
        /// Phrases of what was done on such a day; `nil` for a day of any sort.
        public var words: [String]?
        /// Whether one such moment names the day, whatever else there was.
        public var leads: Bool?
        /// Summaries of such a day.
        public var summaries: [String]?
    }

    /// What a mood is called.
    public struct MoodLabel: Codable, Sendable, Equatable {
        /// The mood.
        public var id: Mood
        /// One emoji.
        public var emoji: String
        /// A word.
        public var label: String

        /// Those of words that name none.
        public static var usual: [Self] { Words.preset(.great).moments?.moods ?? [] }
    }
}

/// What distinguishes moments of danger and hard days from others, in one language.
public struct HeavyWords: Codable, Sendable, Equatable {
    /// The answer to words of danger.
    public var thanks: String
    /// Where help is.
    public var crisis: String
    /// Phrases of danger and self-harm; a `*` at the end stands for any ending.
    public var danger: [String]
    /// Phrases of hard days, which are answered gently.
    public var hard: [String]
    /// Phrases of wins; without them, those that come with the program, and no win in a language of which it has no list.
    public var wins: [String]?
}
