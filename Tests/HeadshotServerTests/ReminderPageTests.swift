import Companion
import Foundation
import JobQueue
import Setup
import TestSupport
import Testing

/// How many persons a page of reminders looks at.
@Suite(.timeLimit(.minutes(10)))
struct ReminderPageTests {
    @Test func `a page that has looked at enough persons ends, and the next goes on after them`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let configuration = Configuration(Environment(variables: [:]))
            try await Session.run(configuration, home: "\(folder)/home", isService: true) {
                session in
                _ = try await session.limits(stores: true)
                let now = session.configuration.environment.now
                let space = try #require(Space("daily"))
                var settings = SpaceSettings(provider: "local")
                SpacePreset.routine.apply(to: &settings)
                _ = try await session.store.create(space, settings, now: now)
                // Where it is noon now: a reminder at midnight is due, and it is day.
                let hours = 12 - Int(now.timeIntervalSince1970) / 3600 % 24
                let zone = "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
                for name in ["a", "b", "c"] {
                    let person = try #require(Person(name, in: space))
                    _ = try await session.store.admit(person, most: .max, now: now)
                    let set = name == "c" ? nil : now + 3 * 86_400
                    _ = try await session.store.changePreferences(of: person, now: now) {
                        $0.timeZone = zone
                        $0.wantsReminders = true
                        $0.reminderMinutes = 0
                        $0.remindersSet = set
                    }
                }
                let record = try #require(try await session.store.record(of: space))
                var pages: [(found: [String], next: String?)] = []
                var last: String?
                repeat {
                    let (found, next) = try await session.people.remindersDue(
                        in: record, after: last, among: 2)
                    pages.append((found.map(\.person), next))
                    last = next
                } while last != nil
                #expect(pages.map(\.found) == [[], ["c"]])
                #expect(pages.map(\.next) == ["b", nil])
            }
        }
    }
}
