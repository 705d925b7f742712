public import Foundation

/// What was said in front of a camera, by one of both.
public struct Turn: Sendable, Equatable {
    /// Its name for the person.
    public let id: String
    /// Whose chat it is.
    public let person: Person
    /// Who said it.
    public let role: Role
    /// The client's own name for the frame that it is about.
    public let client: String
    /// The SHA-256 of what the client sent.
    public let digest: String
    /// When it was said.
    public let said: Date
    /// The words.
    public let words: Words
    /// The job that may bring a model's sentence; `nil` if no model was asked.
    public internal(set) var job: JobID?

    /// Who says something; the raw value is stable and stored.
    public enum Role: String, Sendable, CaseIterable {
        case person, coach
    }

    /// What is said, as it is stored.
    public struct Words: Sendable, Equatable, Codable {
        /// The words.
        public var text: String
        /// How the question was read that they answer, if help is named beside them; the raw value of a tone.
        public var tone: String?
        /// The language of that question; `nil` if it is unknown.
        public var language: String?
        /// Whether a model may read them later.
        public var goesToModels: Bool

        /// Describes words.
        public init(
            text: String, tone: String? = nil, language: String? = nil, goesToModels: Bool
        ) {
            self.text = text
            self.tone = tone
            self.language = language
            self.goesToModels = goesToModels
        }
    }

    /// Describes a turn.
    public init(
        id: String, person: Person, role: Role, client: String, digest: String, said: Date,
        words: Words, job: JobID? = nil
    ) {
        self.id = id
        self.person = person
        self.role = role
        self.client = client
        self.digest = digest
        self.said = said
        self.words = words
        self.job = job
    }
}

/// What becomes of a frame that a client sends.
public enum TurnPlace: Sendable, Equatable {
    /// It is looked at.
    case free
    /// A frame of the same name was answered, with the same content.
    case existing(Turn)
    /// A frame of the same name was answered, with other content.
    case nameTaken
    /// The last one was a moment ago; there is a place after so many seconds.
    case tooSoon(TimeInterval)
    /// The person is unknown, or leaves.
    case gone
}
