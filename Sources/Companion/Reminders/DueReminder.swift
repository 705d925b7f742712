package import Foundation
package import Ground
package import JobQueue
import People

/// A reminder to be sent now.
package struct DueReminder: Encodable, Sendable {
    /// The space; absent where the asker knows it.
    package var space: String?
    package let person: String
    package let kind: String
    /// The person's day.
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

/// A reminder that a phone schedules itself.
package struct NextReminder: Encodable, Sendable {
    package let kind: String
    package let day: LocalDay
    package let at: Date
    /// As clocks show it where the person is.
    package let localTime: String
    package let timeZone: String
    package let title: String
    package let body: String
    package let target: String

    fileprivate init(_ reminder: Reminder, in zone: TimeZone) {
        kind = reminder.kind.rawValue
        day = reminder.day
        at = reminder.moment
        localTime = PersonClock(now: reminder.moment, zone: zone).time(of: reminder.moment)
        timeZone = zone.identifier
        title = reminder.title
        body = reminder.body
        target = SpaceSettings.Feature.routine.rawValue
    }
}

extension PersonServices {
    /// The reminders that are due in a space now; computed when asked, since nothing is scheduled.
    ///
    /// - Parameters:
    ///   - last: Only those of persons whose ids come after this one; `nil` for all.
    ///   - limit: The most reminders.
    ///   - most: The most persons that are looked at: in a large space, few are due at most times, and a request has to end.
    ///   - end: Until when they are claimed, so that no other program sends them; `nil` to look only.
    /// - Returns: The reminders, if any, and the person after whom the next ones come; `nil` after the last person.
    package func remindersDue(
        in record: SpaceRecord, after last: String? = nil, limit: Int = .max,
        among most: Int = 5000, claimedUntil end: Date? = nil
    ) async throws -> (found: [DueReminder], next: String?) {
        guard let words = try await words(of: record) else { return ([], nil) }
        var due: [DueReminder] = []
        var (last, left) = (last, most)
        while left > 0 {
            let count = min(left, Self.personsAtOnce)
            let persons = try await store.remindedPersons(
                of: record.space, after: last, limit: count, now: now)
            for reminded in persons {
                last = reminded.person.rawValue
                let clock = try await clock(for: reminded.wishes, in: record.settings)
                let find = { @Sendable (reminded: RemindedPerson) in
                    reminded.state(clock, rule: record.settings.streak)
                        .due(at: clock.now, words: words)
                }
                guard var reminder = find(reminded) else { continue }
                if let end {
                    let claimed = try await store.claimReminder(
                        of: reminded.person, until: end, now: clock.now, find)
                    guard let claimed else { continue }
                    reminder = claimed
                }
                due.append(DueReminder(reminder, for: reminded.person))
                if due.count == limit { return (due, last) }
            }
            guard persons.count == count else { return (due, nil) }
            left -= count
        }
        return (due, last)
    }

    /// The next two reminders of a person; none for one who wants none.
    package func nextReminders(for visitor: Visitor) async throws -> [NextReminder] {
        guard let words = try await words(of: visitor.space),
            let reminded = try await store.remindedPerson(visitor.person, now: now)
        else { return [] }
        let clock = try await clock(for: reminded.wishes, in: visitor.settings)
        return reminded.state(clock, rule: visitor.settings.streak)
            .next(2, after: clock.now, words: words).map { NextReminder($0, in: clock.zone) }
    }

    private func words(of record: SpaceRecord) async throws -> RoutineWords.Reminders? {
        guard record.settings.features.contains(.reminders) else { return nil }
        return try await texts.words(of: record).routine?.reminders
    }

    /// So many that a read of the queue stays short.
    private static let personsAtOnce = 500
}
