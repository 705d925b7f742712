import Foundation
import Ground
import JobQueue
import People

/// A moment as it is sent.
struct MomentResource: Encodable {
    let id: String
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
    let praise: Praise

    struct Praise: Encodable {
        let text: String
        /// Where help is; absent unless the moment is heavy.
        let crisis: String?
        /// What was done, in a word; only of a model's praise.
        let action: String?
        let tags: [String]?
        /// Who made it.
        let source: String
        let state: String
        /// The job that may bring a model's praise; absent once it has ended.
        let job: String?
        /// Said if a model was asked in vain.
        let note: String?
    }

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let praise: String
        let action: String?
        let tags: [String]
    }

    init(_ moment: Moment, _ reply: Reply?, _ words: MomentWords?) {
        let told = ToldWords<Answer>(reply)
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
        praise = Praise(
            text: told.answer?.praise ?? moment.said.answer.text,
            crisis: moment.said.answer.crisis, action: told.answer?.action,
            tags: told.answer?.tags, source: told.source, state: told.state, job: told.job,
            note: told.hasFailed ? words?.failed : nil)
    }
}

/// A person's moments, the newest first.
struct MomentsAnswer: Encodable {
    let moments: [MomentResource]
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}

/// A day as it is sent.
struct DayResource: Encodable {
    let day: LocalDay
    let count: Int
    /// Absent for a hard day.
    let emoji: String?
    let label: String?
    /// The first moments' words.
    let moments: [String]
    let summary: Summary

    struct Summary: Encodable {
        let text: String
        let source: String
        let state: String
        /// The job that may bring a model's summary; absent once it has ended.
        let job: String?
    }

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let summary: String
        let emoji: String
        let label: String
    }

    /// The most moments that are sent of a day.
    static let bullets = 3

    init(_ day: MomentDay, _ reply: Reply?, _ words: MomentWords) {
        let told = ToldWords<Answer>(reply)
        let said = DayWords(
            count: day.count, readings: day.readings, by: words, seed: day.day.description.seed)
        self.day = day.day
        count = day.count
        emoji = told.answer?.emoji ?? said.emoji
        label = told.answer?.label ?? said.label
        moments = day.first.map { $0.said.text ?? words.placeholder }
        summary = Summary(
            text: told.answer?.summary ?? said.text, source: told.source, state: told.state,
            job: told.job)
    }
}

/// The days on which a person has moments, the newest first.
struct DaysAnswer: Encodable {
    let days: [DayResource]
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}
