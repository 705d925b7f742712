import Answers
import Companion
import Ground
import Hummingbird
import JobQueue
import People

/// The routes of a person's daily tasks and the streak that they make.
extension Handlers {
    func addRoutine(to routes: Routes) {
        routes.add(.get, "/v1/routine", .person(.reads, feature: .routine)) { _, _, caller in
            try .json(RoutineAnswer(try await people.routine(for: caller.visitor)))
        }
        routes.add(.put, "/v1/routine/{task}", .person(.creates, feature: .routine)) {
            request, context, caller in
            let wanted = try await RequestBytes.decode(CompletionRequest.self, from: request)
            let day = try await people.set(
                context.parameters.get("task") ?? "", isDone: wanted.completed,
                for: caller.visitor)
            return try Response.json(RoutineAnswer(day))
        }
        // A person who has a freeze has paid for it: no plan keeps it from being used.
        routes.add(.post, "/v1/routine/freeze", .person(.creates, feature: .routine)) {
            _, _, caller in
            try .json(RoutineAnswer(try await people.freeze(for: caller.visitor)))
        }
        routes.add(.put, "/v1/routine/freeze", .person(.creates, feature: .routine)) {
            request, _, caller in
            let wanted = try await RequestBytes.decode(EquipRequest.self, from: request)
            let day = try await people.equip(wanted.equipped, for: caller.visitor)
            return try Response.json(RoutineAnswer(day))
        }
        // Whichever store sold the freeze.
        routes.add(.post, "/v1/people/{id}/freezes", .space(.changes, feature: .routine)) {
            request, context, caller in
            let person = try await person(context, caller)
            let wanted = try await RequestBytes.decode(FreezeRequest.self, from: request)
            guard (1...Self.longestID).contains(wanted.id.utf8.count), wanted.id.isVisibleASCII
            else {
                throw Refusal.malformed("'id' has 1 to \(Self.longestID) visible ASCII characters.")
            }
            try await people.store.giveFreeze(wanted.id, to: person, now: now)
            return Response(status: .noContent)
        }
    }

    /// In bytes; the queue stores no longer one.
    private static let longestID = 128
}

/// Whether freezes are used as soon as a day is missed.
private struct EquipRequest: Decodable, Sendable {
    let equipped: Bool
}

private struct FreezeRequest: Decodable, Sendable {
    /// The operator's own name for it, such as a receipt's number.
    let id: String
}

/// The routes by which another program learns whom to remind, and says that it did.
extension Handlers {
    func addReminders(to routes: Routes) {
        routes.add(.get, "/v1/reminders", .space(.reads, feature: .reminders)) { _, _, caller in
            try .json(["reminders": try await people.remindersDue(in: caller.record)])
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
                if try await people.store.noteSent(reminder, to: person, now: now) { news += 1 }
            }
            return try Response.json(["noted": news])
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
