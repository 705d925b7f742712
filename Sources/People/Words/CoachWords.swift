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
        /// For a frame with a question in a language that cannot be judged here, or one that may speak of danger.
        public var unlisted: String
        /// Instead of a model's sentence that was asked for and failed.
        public var fallback: String
        /// For a question about the person's looks or worth, and for a hard one: kind, and no cheer.
        public var gentle: [String]?
        /// For a question that can be answered by a model alone, with `{remark}`.
        public var unsure: String?
        /// The same for a frame in which nothing has to be better.
        public var unsureAlone: String?
        /// For a question about the smile: by `neutral`, `smile`, `laugh`.
        public var smiles: [String: String]?
        /// Phrases of questions, by what they are about: `looks`, `smile`, and the parts of a photo's score.
        public var topics: [String: [String]]?

        /// What a question is about, as a key of ``topics``; `nil` for anything else.
        ///
        /// Looks come first: who doubts is not answered with light.
        public func topic(of question: String) -> String? {
            let words = Phrases(in: question)
            return Self.order.first { words.first(of: topics?[$0] ?? []) != nil }
        }

        /// The topic of questions about a person's looks and worth.
        public static let looks = "looks"
        /// The topic of questions about the smile.
        public static let smile = "smile"
        private static let order = [looks, smile, "light", "background", "framing", "pose"]

        /// Takes what is missing from others.
        mutating func complete(by other: Live) {
            gentle = gentle ?? other.gentle
            unsure = unsure ?? other.unsure
            unsureAlone = unsureAlone ?? other.unsureAlone
            smiles = smiles ?? other.smiles
            topics = topics ?? other.topics
        }
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

    /// Chooses the reply.
    ///
    /// - Parameters:
    ///   - strength: The sentence about the best part; `nil` if nothing stands out.
    ///   - weakness: What to try next; `nil` for a plan without weaknesses.
    ///   - seed: Decides among the first and, independently, the last lines; any number.
    public init(
        by persona: CoachWords.Persona, _ words: CoachWords, strength: String?, weakness: String?,
        seed: UInt64
    ) {
        lines = [
            persona.openings.chosen(by: seed),
            strength.map { words.strength.replacing("{remark}", with: $0) } ?? words.noStrength,
            weakness.map { words.weakness.replacing("{remark}", with: $0) },
            // By another number, so that every first line meets every last one.
            persona.closings.chosen(by: "\(seed)".seed),
        ].compactMap(\.self)
    }
}
