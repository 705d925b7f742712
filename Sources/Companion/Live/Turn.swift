package import Foundation
package import JobQueue

/// What was said in front of a camera, by one of both.
package struct Turn: Sendable, Equatable {
    /// Its name for the person.
    package let id: String
    /// Whose chat it is.
    package let person: Person
    package let role: Role
    /// The client's own name for the frame that it is about.
    package let client: String
    /// The SHA-256 of what the client sent.
    package let digest: String
    package let said: Date
    package internal(set) var words: Content
    /// The job that may bring a model's sentence; `nil` if no model was asked.
    package internal(set) var job: JobID?
    package internal(set) var place = RowPlace()

    /// Who says something; the raw value is stable and stored.
    package enum Role: String, Sendable, CaseIterable {
        case person, coach
    }

    /// What is said, as it is stored.
    package struct Content: Sendable, Equatable, Codable {
        package var text: String
        /// How the question was read, for words that do not answer it; the raw value of a tone.
        package var tone: String?
        /// The language of that question; `nil` if it is unknown.
        package var language: String?
        /// Whether a model may read them later.
        package var goesToModels: Bool
        /// Whether they answer a question; `nil` is no.
        package var isAnswer: Bool?
        /// Why no model was asked; the raw value of a ``ModelObstacle``.
        package var obstacle: String?

        package init(
            text: String, tone: String? = nil, language: String? = nil, goesToModels: Bool,
            isAnswer: Bool? = nil
        ) {
            self.isAnswer = isAnswer
            self.text = text
            self.tone = tone
            self.language = language
            self.goesToModels = goesToModels
        }
    }

    package init(
        id: String, person: Person, role: Role, client: String, digest: String, said: Date,
        words: Content, job: JobID? = nil
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
package enum TurnAdmission: Sendable, Equatable {
    /// It is looked at.
    case free
    /// A frame of the same name was answered, with the same content.
    case existing(Turn)
    /// A frame of the same name was answered, with other content, or with words that are damaged.
    case nameTaken
    /// The last one was a moment ago; there is a place after so many seconds.
    case tooSoon(TimeInterval)
    /// The person is unknown, or leaves.
    case gone
}
