import Foundation
import Ground
import Testing

@testable import Companion
@testable import JobQueue

/// What a device that was offline learns of a person's things.
@Suite(.timeLimit(.minutes(10)))
struct ChangeTests {
    private static let anna = Person.known("anna", in: Space("shop"))

    @Test func `a day that counts is a change, also where no task is another`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            var place: Int64 = 0
            for count in 1...2 {
                _ = try await queue.store.changeRoutine(
                    of: Self.anna, on: TestQueue.today, now: queue.now
                ) {
                    $0.streak.count = count
                    $0.streak.lastDone = TestQueue.now
                    $0.streak.lastDay = TestQueue.today
                    $0.streak.zone = "GMT"
                    ($0.streak.totalDays, $0.streak.best) = (count, count)
                }
                let changes = try await queue.store.changes(of: Self.anna, after: place, limit: 9)
                #expect(changes.map(\.sort) == [.day])
                #expect(changes.map(\.id) == [TestQueue.today.description])
                place = try #require(changes.last?.place)
            }
        }
    }

    @Test func `a removed job, whose key stays known, is not among the changes`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let job = try await queue.submit(Self.anna, key: "k")
            _ = try await queue.store.cancel([job], now: queue.now)
            #expect(try await queue.store.remove([job]).jobs == [job])
            #expect(try await queue.store.wasRemoved(.job, named: "k", of: Self.anna))
            #expect(try await queue.store.changes(of: Self.anna, after: 0, limit: 9).isEmpty)
        }
    }

    @Test func `what has become of a question is news, with an answer or without`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for key in ["praise/a", "praise/b", "praise/c", "praise/d"] {
                let question = Question(
                    key: key, kind: JobKind(rawValue: "praise"), payload: "{}", provider: "gemini",
                    fleeting: Fleeting(until: queue.now + 600, dailyLimit: 9))
                #expect(try await queue.store.ask(question, of: Self.anna, now: queue.now))
            }
            let asked = queue.now
            let later = queue.now + 5
            try await queue.run(to: .succeeded(outcome: "{}"), at: later)
            try await queue.run(
                to: .failed(reason: .invalidRequest, detail: nil), .free, at: later)
            _ = try await queue.store.removeMoment(
                "m", asked: "praise/c", of: Self.anna, now: later)
            for (since, count) in [(asked, 3), (later, 3), (later + 1, 0)] {
                let keys = try await queue.store.endedKeys(of: Self.anna, since: since)
                #expect(keys == ["praise/a", "praise/b", "praise/c"].prefix(count).map(\.self))
            }
        }
    }
}
