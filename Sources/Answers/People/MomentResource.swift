package import Companion
import Foundation
package import Ground
package import JobQueue
package import People

/// A moment as it is sent.
package struct MomentResource: Encodable {
    package let id: String
    let clientId: String
    /// Absent for a moment without words.
    let text: String?
    let note: String?
    let mood: String?
    let photoCount: Int
    let day: LocalDay
    let happenedAt: Date
    let submittedAt: Date
    let timeZone: String
    /// In seconds: how long after it happened it was written down.
    let timeAgo: Int
    let favourite: Bool
    let praise: Improvable<Praise>

    package struct Praise: Encodable {
        let text: String
        /// Where help is; absent unless the moment is heavy.
        let crisis: String?
        /// What was done, in a word; only of a model's praise.
        let action: String?
        let tags: [String]?
    }

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let praise: String
        let action: String?
        let tags: [String]
    }

    package init(_ moment: Moment, _ reply: Reply?, _ words: MomentWords?) {
        let told = ModelText<Answer>(reply)
        id = moment.id
        clientId = moment.client
        text = moment.said.text
        note = moment.said.note
        mood = moment.said.mood
        photoCount = moment.said.photos
        day = moment.day
        happenedAt = moment.happened
        submittedAt = moment.submitted
        timeZone = moment.said.zone
        timeAgo = max(0, Int(clamping: moment.submitted.timeIntervalSince(moment.happened)))
        favourite = moment.isFavourite
        praise = Improvable(
            Praise(
                text: told.answer?.praise ?? moment.said.answer.text,
                crisis: moment.said.answer.crisis, action: told.answer?.action,
                tags: told.answer?.tags),
            told.origin(ifFailed: words?.failed))
    }
}

/// A day as it is sent.
package struct DayResource: Encodable {
    package let day: LocalDay
    let count: Int
    /// Absent for a hard day.
    let emoji: String?
    let label: String?
    /// The first moments' words.
    let moments: [String]
    let summary: Improvable<Summary>

    package struct Summary: Encodable {
        let text: String
    }

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let summary: String
        let emoji: String
        let label: String
    }

    /// The most moments that are sent of a day.
    package static let bullets = 3

    package init(_ day: MomentDay, _ reply: Reply?, _ words: MomentWords) {
        let told = ModelText<Answer>(reply)
        let said = DayWords(
            count: day.count, readings: day.readings, by: words, seed: day.day.description.seed)
        self.day = day.day
        count = day.count
        emoji = told.answer?.emoji ?? said.emoji
        label = told.answer?.label ?? said.label
        moments = day.first.map { $0.said.text ?? words.placeholder }
        summary = Improvable(
            Summary(text: told.answer?.summary ?? said.text), told.origin)
    }
}
