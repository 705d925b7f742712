public import Foundation
public import Ground

/// A small win that a person wrote down.
public struct Moment: Sendable, Equatable {
    /// Its name for the person.
    public let id: String
    /// Whose it is.
    public let person: Person
    /// The client's own name for it.
    public let client: String
    /// The SHA-256 of what the client sent.
    public let digest: String
    /// The day on which it happened, where the person was.
    public let day: LocalDay
    /// When it happened.
    public let happened: Date
    /// When it was written down.
    public let submitted: Date
    /// Whether the person likes to come back to it.
    public var isFavourite: Bool
    /// What was written down, and what was said to it.
    public var said: Said

    /// What was written down, and what was said to it.
    public struct Said: Sendable, Equatable, Codable {
        /// The words; `nil` for a moment without.
        public var text: String?
        /// More words.
        public var note: String?
        /// The mood that was named.
        public var mood: String?
        /// How many photos stay with it on the device.
        public var photos: Int
        /// Where the person was.
        public var zone: String
        /// What was said to it at once.
        public var answer: Reply

        /// Describes what was written down.
        public init(
            text: String?, note: String?, mood: String?, photos: Int, zone: String, answer: Reply
        ) {
            self.text = text
            self.note = note
            self.mood = mood
            self.photos = photos
            self.zone = zone
            self.answer = answer
        }

        /// Decodes what a row has.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            text = try members.decodeIfPresent(String.self, forKey: .text)
            note = try members.decodeIfPresent(String.self, forKey: .note)
            mood = try members.decodeIfPresent(String.self, forKey: .mood)
            photos = try members.number(.photos, in: Int.counts)
            zone = try members.decode(String.self, forKey: .zone)
            answer = try members.decode(Reply.self, forKey: .answer)
        }
    }

    /// What is said to a moment.
    public struct Reply: Sendable, Equatable, Codable {
        /// How the moment was read; the raw value of a tone.
        public var reading: String
        /// The language of the words; `nil` if it is unknown.
        public var language: String?
        /// Whether anything in the words may speak of danger; `nil` is no.
        public var hasSignOfDanger: Bool?
        /// The line.
        public var text: String
        /// Whether the line is one of a pool, which does not say it again on the same day.
        public var isOfPool: Bool

        /// Describes a reply.
        public init(
            reading: String, language: String? = nil, hasSignOfDanger: Bool? = nil, text: String,
            isOfPool: Bool
        ) {
            self.reading = reading
            self.language = language
            self.hasSignOfDanger = hasSignOfDanger
            self.text = text
            self.isOfPool = isOfPool
        }
    }

    /// Describes a moment.
    public init(
        id: String, person: Person, client: String, digest: String, day: LocalDay, happened: Date,
        submitted: Date, isFavourite: Bool = false, said: Said
    ) {
        self.id = id
        self.person = person
        self.client = client
        self.digest = digest
        self.day = day
        self.happened = happened
        self.submitted = submitted
        self.isFavourite = isFavourite
        self.said = said
    }
}

/// What became of a moment that was handed in.
public enum MomentAdmission: Sendable, Equatable {
    /// It is kept.
    case kept(Moment)
    /// A moment of the same name is there, with the same words.
    case existing(Moment)
    /// A moment of the same name is there, with other words.
    case nameTaken
    /// The person is unknown, or leaves.
    case gone
}

/// Which of a person's moments are wanted.
public struct MomentFilter: Sendable {
    /// Only those of this day; `nil` for all.
    public var day: LocalDay?
    /// Only those that the person likes to come back to.
    public var favouritesOnly = false

    /// All of them.
    public init(day: LocalDay? = nil, favouritesOnly: Bool = false) {
        self.day = day
        self.favouritesOnly = favouritesOnly
    }
}

/// A day with moments.
public struct MomentDay: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// How many moments it has.
    public let count: Int
    /// How each of its moments was read, in the order in which they happened.
    public let readings: [Reading]
    /// Its first moments, in the order in which they happened.
    public let first: [Moment]

    /// How a moment was read, here and by a model.
    public struct Reading: Sendable, Equatable {
        /// What was said to it at once.
        public let reply: Moment.Reply
        /// What a model answered, as JSON; `nil` if none has.
        public let answer: String?
    }
}
