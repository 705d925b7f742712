import Ground

/// What a coach says about photos and in front of a camera.
public struct CoachWords: Codable, Sendable, Equatable {
    /// Who may speak; the first does unless a person chooses another.
    public var personas: [Persona]
    /// A line about what works, with `{remark}`.
    public var strength: String
    /// The line where nothing stands out.
    public var noStrength: String
    /// A line about what to try, with `{remark}`.
    public var weakness: String
    /// What is said to a frame of a camera.
    public var live: Live
    /// Said if a model's words were wanted and did not come.
    public var failed: String

    /// Who speaks.
    public struct Persona: Codable, Sendable, Equatable {
        /// Its stable name, that of a file among the prompts: small letters and hyphens.
        public var id: String
        /// Its name for people.
        public var name: String
        /// First lines.
        public var openings: [String]
        /// Last lines.
        public var closings: [String]
    }

    /// What is said to a frame of a camera.
    public struct Live: Codable, Sendable, Equatable {
        /// For a frame in which nothing has to be better.
        public var good: [String]
        /// For a frame with a question in a language that nobody here can judge, or one that may speak of danger.
        public var unlisted: String
        /// Instead of a model's sentence that was asked for and failed.
        public var fallback: String
    }

    /// A persona by its name; the first for a name that is not there any more.
    public func persona(_ id: String?) -> Persona? {
        personas.first { $0.id == id } ?? personas.first
    }
}

/// What is said of a scanned photo at once: 3 to 5 lines.
public struct CoachSummary: Sendable, Equatable {
    /// The lines.
    public let lines: [String]

    /// Chooses what is said.
    ///
    /// - Parameters:
    ///   - strength: The sentence about the best part; `nil` if nothing stands out.
    ///   - weakness: What to try next; `nil` for a plan without weaknesses.
    ///   - seed: Decides among the first and the last lines; any number.
    public init(
        by persona: CoachWords.Persona, _ words: CoachWords, strength: String?, weakness: String?,
        seed: UInt64
    ) {
        lines = [
            persona.openings.chosen(by: seed),
            strength.map { words.strength.replacing("{remark}", with: $0) } ?? words.noStrength,
            weakness.map { words.weakness.replacing("{remark}", with: $0) },
            persona.closings.chosen(by: seed),
        ].compactMap(\.self)
    }
}
