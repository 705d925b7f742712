import Foundation
package import Ground
import Hummingbird
package import JobQueue
import People
package import Setup

/// The routes by which another program learns whom to remind, and says that it did.
struct ReminderRoutes: Sendable {
    let session: Session

    func add(to routes: Routes) {
        routes.add(.get, "/v1/reminders", .space(.reads, feature: .reminders)) { _, _, caller in
            try .json(
                RemindersAnswer(reminders: try await session.remindersDue(in: caller.record)))
        }
        routes.add(.post, "/v1/reminders/sent", .space(.changes, feature: .reminders)) {
            request, _, caller in
            let wanted = try await RequestBytes.decode(SentRequest.self, from: request)
            guard wanted.reminders.count <= Self.mostAtOnce else {
                throw Refusal.malformed("'reminders' has at most \(Self.mostAtOnce).")
            }
            // All are read before one is noted.
            let reminders = try wanted.reminders.map { sent in
                guard let kind = Reminder.Kind(rawValue: sent.kind), let day = LocalDay(sent.day)
                else { throw Refusal.malformed("A reminder has 'person', 'kind' and 'day'.") }
                let person = try Person(requested: sent.person, in: caller.space)
                return (reminder: SentReminder(kind: kind.rawValue, day: day), person: person)
            }
            var news = 0
            for (reminder, person) in reminders {
                let isNew = try await session.store.noteSent(
                    reminder, to: person, now: session.configuration.environment.now)
                if isNew { news += 1 }
            }
            return try Response.json(SentAnswer(noted: news))
        }
    }

    /// So many that noting them stays short.
    private static let mostAtOnce = 1000
}

private struct SentRequest: Decodable, Sendable {
    let reminders: [Sent]

    struct Sent: Decodable, Sendable {
        let person: String
        let kind: String
        let day: String
    }
}

private struct SentAnswer: Encodable {
    /// How many were not noted before.
    let noted: Int
}

private struct RemindersAnswer: Encodable {
    let reminders: [DueReminder]
}

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

extension Session {
    /// The reminders that are due in a space now; computed when asked, since nothing is scheduled.
    package func remindersDue(in record: SpaceRecord) async throws -> [DueReminder] {
        guard record.settings.features.contains(.reminders),
            let words = try await words(of: record).routine
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
