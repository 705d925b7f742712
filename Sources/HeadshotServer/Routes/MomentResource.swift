import Foundation
import Ground
import JobQueue
import People

/// A moment as it is told.
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
        /// Who made it.
        let source: String
        let state: String
    }

    init(_ moment: Moment) {
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
        timeAgo = max(0, Int(moment.submitted.timeIntervalSince(moment.happened)))
        favourite = moment.isFavourite
        praise = Praise(
            text: moment.said.answer.text, crisis: moment.said.answer.crisis, source: "local",
            state: "final")
    }
}

/// A person's moments, the newest first.
struct MomentsAnswer: Encodable {
    let moments: [MomentResource]
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}

/// A day as it is told.
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
    }

    /// The most moments that are told of a day.
    static let bullets = 3

    init(_ day: MomentDay, _ words: MomentWords) {
        let said = DayWords(
            count: day.count, readings: day.readings, by: words, seed: UInt64(day.day.ordinal))
        self.day = day.day
        count = day.count
        emoji = said.emoji
        label = said.label
        moments = day.first.map { $0.said.text ?? words.placeholder }
        summary = Summary(text: said.text, source: "local")
    }
}

/// The days on which a person has moments, the newest first.
struct DaysAnswer: Encodable {
    let days: [DayResource]
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}
