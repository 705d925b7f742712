import Foundation
package import Ground
package import JobQueue
import People

/// A reminder to be sent now.
package struct DueReminder: Encodable, Sendable {
    /// The space; absent where the asker knows it.
    package var space: String?
    package let person: String
    package let kind: String
    /// The person's day; each kind is due once on it.
    package let day: LocalDay
    package let title: String
    package let body: String
    /// What an app opens.
    package let target: String

    fileprivate init(_ reminder: Reminder, for person: Person) {
        self.person = person.rawValue
        kind = reminder.kind.rawValue
        day = reminder.day
        title = reminder.title
        body = reminder.body
        target = SpaceSettings.Feature.routine.rawValue
    }
}

extension PersonServices {
    /// The reminders that are due in a space now; computed when asked, since nothing is scheduled.
    package func remindersDue(in record: SpaceRecord) async throws -> [DueReminder] {
        guard record.settings.features.contains(.reminders),
            let words = try await texts.words(of: record).routine
        else { return [] }
        var due: [DueReminder] = []
        var last: String?
        while true {
            let persons = try await store.remindedPersons(
                of: record.space, after: last, limit: Self.personsAtOnce)
            for reminded in persons {
                let clock = try await clock(for: reminded.wishes, in: record.settings)
                let state = ReminderState(
                    zone: clock.zone, minutes: reminded.wishes.reminderMinutes,
                    streak: reminded.streak,
                    sent: reminded.sent.compactMap { sent in
                        Reminder.Kind(rawValue: sent.kind).map { ($0, sent.day) }
                    })
                let found = state.due(
                    at: clock.now, rule: record.settings.streak, words: words.reminders)
                due += found.map { DueReminder($0, for: reminded.person) }
            }
            guard persons.count == Self.personsAtOnce, let next = persons.last else { return due }
            last = next.person.rawValue
        }
    }

    /// So many that a read of the queue stays short.
    private static let personsAtOnce = 500
}
