import Answers
import Companion
import Foundation
import Ground
import Hummingbird
import JobQueue

/// The routes by which another program learns whom to remind, and says that it did; and a phone, when to remind its person.
extension Handlers {
    func addReminders(to routes: Routes) {
        routes.add(.get, "/v1/me/reminders", .person(.reads, feature: .reminders)) { _, caller in
            try .json(["reminders": try await people.nextReminders(for: caller.visitor)])
        }
        routes.add(.get, "/v1/reminders", .space(.reads, feature: .reminders)) { request, caller in
            let page = try PageQuery(request.query)
            try Cursor.checkID(page.after)
            let (found, next) = try await people.remindersDue(
                in: caller.record, after: page.after, limit: page.limit)
            return try .json(Page("reminders", found, next: next))
        }
        routes.add(.post, "/v1/reminders/claim", .space(.changes, feature: .reminders)) {
            request, caller in
            let wanted = try await RequestBytes.decode(ClaimRequest.self, from: request)
            try Cursor.checkID(wanted.after)
            let limit = wanted.limit ?? Self.mostAtOnce
            let lease = wanted.leaseSeconds ?? ClaimRequest.usualLease
            guard (1...Self.mostAtOnce).contains(limit) else {
                throw Refusal.malformed("'limit' is 1 to \(Self.mostAtOnce).")
            }
            guard ClaimRequest.leases.contains(lease) else {
                let leases = ClaimRequest.leases
                throw Refusal.malformed(
                    "'lease_seconds' is \(leases.lowerBound) to \(leases.upperBound).")
            }
            let (found, next) = try await people.remindersDue(
                in: caller.record, after: wanted.after, limit: limit,
                claimedUntil: now.addingTimeInterval(Double(lease)))
            return try .json(Page("reminders", found, next: next))
        }
        routes.add(.post, "/v1/reminders/sent", .space(.changes, feature: .reminders)) {
            request, caller in
            let wanted = try await RequestBytes.decode(SentRequest.self, from: request)
            guard wanted.reminders.count <= Self.mostAtOnce else {
                throw Refusal.malformed("'reminders' has at most \(Self.mostAtOnce).")
            }
            // All are read before one is noted.
            let reminders = try wanted.reminders.map { sent in
                guard let day = LocalDay(sent.day),
                    let reminder = SentReminder(named: sent.kind, day: day)
                else { throw Refusal.malformed("A reminder has 'person', 'kind' and 'day'.") }
                let person = try Person(requested: sent.person, in: caller.space)
                return (reminder: reminder, person: person)
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

private struct ClaimRequest: Decodable, Sendable {
    let limit: Int?
    let after: String?
    /// How long no other program gets them.
    let leaseSeconds: Int?

    static let usualLease = 300
    static let leases = 10...3600
}

/// What was sent; the whole reminders may be sent back, as they came.
private struct SentRequest: Decodable, Sendable {
    let reminders: [Sent]

    struct Sent: Decodable, Sendable {
        let person: String
        let kind: String
        let day: String
        let title: String?
        let body: String?
        let target: String?
        let space: String?
    }
}
