package import Foundation
package import Ground
package import JobQueue

/// A small win that a person wrote down.
package struct Moment: Sendable, Equatable {
    /// Its name for the person.
    package let id: String
    /// Whose it is.
    package let person: Person
    /// The client's own name for it.
    package let client: String
    /// The SHA-256 of what the person wrote, and of when it happened, as they were sent first.
    package let digest: String
    /// The day on which it happened, where the person was.
    package var day: LocalDay
    package var happened: Date
    /// When it was written down.
    package let submitted: Date
    /// Whether the person likes to come back to it.
    package var isFavourite: Bool
    /// The person's text, and the reply to it.
    package var said: Said
    package internal(set) var place = RowPlace()

    /// The person's text, and the reply to it.
    package struct Said: Sendable, Equatable, Codable {
        /// The words; `nil` for a moment without.
        package var text: String?
        /// More words.
        package var note: String?
        /// The mood that was named.
        package var mood: String?
        /// How many photos stay with it on the device.
        package var photos: Int
        /// Where the person was.
        package var zone: String
        /// What was said to it at once.
        package var answer: Reply

        package init(
            text: String?, note: String?, mood: String?, photos: Int, zone: String, answer: Reply
        ) {
            self.text = text
            self.note = note
            self.mood = mood
            self.photos = photos
            self.zone = zone
            self.answer = answer
        }

        /// Whether the person wrote the same.
        func hasWords(of other: Said) -> Bool {
            (text, note, mood) == (other.text, other.note, other.mood)
        }

        /// Decodes what a row has.
        package init(from decoder: any Decoder) throws {
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
    package struct Reply: Sendable, Equatable, Codable {
        /// How the moment was read; the raw value of a tone.
        package var reading: String
        /// The language of the words; `nil` if it is unknown.
        package var language: String?
        /// Whether anything in the words may speak of danger; `nil` is no.
        package var hasSignOfDanger: Bool?
        /// The line.
        package var text: String
        /// Whether the line is one of a pool, which does not say it again on the same day.
        package var isOfPool: Bool
        /// Why no model was asked; `nil` if one was, or there is none.
        package var obstacle: String?

        package init(
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

    package init(
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
package enum MomentAdmission: Sendable, Equatable {
    /// It is kept.
    case kept(Moment)
    /// A moment of the same name is there, with the same words.
    case existing(Moment)
    /// A moment of the same name is there, with other words.
    case nameTaken(by: Moment)
    /// A moment of the same name was removed.
    case removed
    /// The person is unknown, or leaves.
    case gone
}

/// Where a moment stands in its person's list, also once it is gone.
package struct MomentPlace: Sendable {
    package let day: LocalDay
    /// In milliseconds since 1970.
    package let happened: Int64
    package let seq: Int64

    package init(day: LocalDay, happened: Int64, seq: Int64) {
        self.day = day
        self.happened = happened
        self.seq = seq
    }

    /// Takes the place of a moment; by another time than the stored one, the same page could come again.
    package init(_ moment: Moment) {
        self.init(
            day: moment.day, happened: moment.place.time ?? moment.happened.milliseconds,
            seq: moment.place.seq ?? 0)
    }
}

/// Selects moments of a person.
package struct MomentFilter: Sendable {
    /// Only those of this day; `nil` for all.
    package var day: LocalDay?
    /// Only those that the person likes to come back to, or only the others; `nil` for all.
    package var isFavourite: Bool?

    /// All of them.
    package init(day: LocalDay? = nil, isFavourite: Bool? = nil) {
        self.day = day
        self.isFavourite = isFavourite
    }
}

package struct MomentDay: Sendable, Equatable {
    package let day: LocalDay
    package let count: Int
    /// How each of its moments was read, in the order in which they happened.
    package let readings: [Reading]
    /// Its first moments, in the order in which they happened.
    package let first: [Moment]
    /// Where the person was at its last moment; `nil` for a day without.
    package let zone: String?
    /// What a model is asked about: another thing as soon as a moment comes, goes or has other words.
    package let thing: String

    /// How a moment was read, here and by a model.
    package struct Reading: Sendable, Equatable {
        /// The person's words; `nil` for a moment without.
        package let text: String?
        /// The reply that it got at once.
        package let reply: Moment.Reply
        /// What a model answered, as JSON; `nil` if none has.
        package let answer: String?
    }
}
