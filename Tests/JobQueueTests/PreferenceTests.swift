import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct PreferenceTests {
    private static let anna = Person.known("anna", in: Space("shop"))

    @Test func `what a person said is kept, and nothing before`() async throws {
        try await TestQueue.with { queue in
            #expect(
                try await queue.store.changePreferences(of: Self.anna, now: queue.now) {
                    $0.quiz = "{}"
                }
                    == nil)
            #expect(try await queue.store.preferences(of: Self.anna) == Preferences())
            try await queue.admit(Self.anna)
            var expected = Preferences()
            let changes: [@Sendable (inout Preferences) -> Void] = [
                { $0.timeZone = "Asia/Tokyo" }, { $0.wantsReminders = true },
                { $0.reminderMinutes = 600 }, { $0.said.theme = "Classic" },
                { $0.said.allowsModels = false }, { $0.said.country = "DE" },
                { $0.said.answeredModels = TestQueue.now }, { $0.said.equipsFreezes = true },
                { $0.said.language = "de" }, { $0.quiz = "{\"a\":[]}" },
                { $0.celebrity = "{}" }, { $0.timeZone = nil },
            ]
            for change in changes {
                change(&expected)
                #expect(
                    try await queue.store.changePreferences(of: Self.anna, now: queue.now, change)
                        == expected)
                #expect(try await queue.store.preferences(of: Self.anna) == expected)
            }
            #expect(
                try await queue.store.preferences(of: .known("bert", in: Space("shop")))
                    == Preferences())
        }
    }

    @Test func `nothing is kept of a person who leaves`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await queue.store.changePreferences(of: Self.anna, now: queue.now) {
                $0.said.theme = "Classic"
            }
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await queue.store.preferences(of: Self.anna) == Preferences())
            let refused = try await queue.store.changePreferences(of: Self.anna, now: queue.now) {
                $0.quiz = "{}"
            }
            #expect(refused == nil)
        }
    }

    @Test func `a space tells its own words once it has some`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            #expect(
                try await queue.store.change(space, words: .set("{}"), now: queue.now) == nil)
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            #expect(try await queue.store.words(of: space) == nil)
            _ = try await queue.store.change(
                space, words: .set("{\"languages\":[]}"), now: queue.now)
            #expect(try await queue.store.words(of: space) == "{\"languages\":[]}")
            _ = try await queue.store.change(space, words: .set(nil), now: queue.now)
            #expect(try await queue.store.words(of: space) == nil)
        }
    }
}
