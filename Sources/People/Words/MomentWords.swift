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
    /// The labels of days, by the least number of moments.
    public var days: [DayLabel]
    /// The summary of a day with one moment.
    public var summaryOfOne: String
    /// The summary of a day with more, with `{count}`.
    public var summary: String

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
    }
}

/// What tells moments of danger and hard days from others, in one language.
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
