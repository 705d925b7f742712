import Foundation
import Ground
import Testing

@testable import Companion
@testable import JobQueue

/// What becomes of what waits for a model when its person does not allow that any more.
@Suite(.timeLimit(.minutes(10)))
struct WithdrawTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))

    private func ask(_ key: String, of person: Person, _ queue: TestQueue) async throws -> JobID {
        let question = Question(
            key: key, kind: JobKind(rawValue: "praise"), payload: #"{"text":"a secret"}"#,
            provider: "gemini", fleeting: Fleeting(until: queue.now + 600, dailyLimit: 9))
        #expect(try await queue.store.ask(question, of: person, now: queue.now))
        return try await queue.newest()
    }

    private func space(asksFirst: Bool) -> SpaceSettings {
        var settings = SpaceSettings(provider: "gemini")
        settings.asksBeforeModels = asksFirst
        return settings
    }

    private func allow(
        _ allows: Bool, _ settings: SpaceSettings, _ queue: TestQueue
    ) async throws {
        let now = queue.now
        let changed = try await queue.store.changePreferences(
            of: Self.anna, withdrawingBy: settings, now: now
        ) {
            $0.said.allowsModels = allows
            $0.said.answeredModels = now
        }
        #expect(changed?.said.allowsModels == allows)
    }

    @Test(arguments: [true, false])
    func `what was not sent yet is withdrawn with the consent: questions, and orders that need it`(
        asksFirst: Bool
    ) async throws {
        let settings = space(asksFirst: asksFirst)
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.bert] { try await queue.admit(person) }
            let sent = try await ask("praise/sent", of: Self.anna, queue)
            try await queue.charge(queue.take())
            let prepared = try await queue.submit(Self.anna)
            try await queue.take()
            let refused = try await queue.submit(Self.anna)
            try await queue.run(to: .waitsForGate, .free)
            let waiting = try await queue.submit(Self.anna)
            let question = try await ask("praise/waits", of: Self.anna, queue)
            let others = [
                try await queue.submit(Self.anna, provider: "local"),
                try await queue.submit(Self.bert), try await ask("praise/a", of: Self.bert, queue),
            ]
            func states(_ jobs: [JobID]) async throws -> [JobState] {
                var states: [JobState] = []
                for job in jobs { states.append(try await queue.job(job).state) }
                return states
            }
            let unsent = [refused, waiting, question]
            try await allow(true, settings, queue)
            #expect(try await states(unsent) == [.waiting, .waiting, .waiting])

            try await allow(false, settings, queue)
            #expect(try await states([sent, prepared]) == [.running, .running])
            #expect(
                try await queue.store.cancelRequests(for: .first, among: [sent, prepared])
                    == (asksFirst ? [prepared] : []))
            let ordered: JobState = asksFirst ? .cancelled : .waiting
            #expect(try await states(unsent) == [ordered, ordered, .cancelled])
            #expect(try await queue.job(question).reason == "forgotten")
            #expect(try await queue.job(question).payload == "{}")
            #expect(try await states(others) == [.waiting, .waiting, .waiting])
            // Once it is allowed again, what was withdrawn is not asked after all.
            try await allow(true, settings, queue)
            #expect(
                try await queue.store.reply(to: "praise/waits", of: Self.anna, now: queue.now)
                    == .gone(reason: "forgotten"))
        }
    }

    @Test func `a merge withdraws what waits, unless both have agreed`() async throws {
        for isAllowed in [true, false] {
            try await TestQueue.with { queue in
                let settings = space(asksFirst: true)
                _ = try await queue.store.add(Self.anna.space, settings, now: queue.now)
                for person in [Self.anna, Self.bert] { try await queue.admit(person) }
                let now = queue.now
                try await allow(isAllowed, settings, queue)
                _ = try await queue.store.changePreferences(of: Self.bert, now: now) {
                    $0.said.answeredModels = now
                }
                let order = try await queue.submit(Self.bert)
                let question = try await ask("praise/waits", of: Self.bert, queue)
                let merged = try await queue.store.merge(
                    Self.bert, into: Self.anna, by: .calendar, now: now)
                #expect(merged == .merged)
                for job in [order, question] {
                    let job = try await queue.job(job)
                    #expect(job.person == Self.anna)
                    #expect(job.state == (isAllowed ? .waiting : .cancelled))
                }
            }
        }
    }
}
