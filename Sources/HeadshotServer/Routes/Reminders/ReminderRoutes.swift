import Companion
import Ground
import Hummingbird
import JobQueue
import People

/// The routes by which another program learns whom to remind, and says that it did.
struct ReminderRoutes: Sendable {
    let people: PersonServices

    func add(to routes: Routes) {
        routes.add(.get, "/v1/reminders", .space(.reads, feature: .reminders)) { _, _, caller in
            try .json(
                RemindersAnswer(reminders: try await people.remindersDue(in: caller.record)))
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
                let isNew = try await people.store.noteSent(
                    reminder, to: person, now: people.now)
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
