import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// How many of a person's quick questions are asked, whatever a worker does in between.
@Suite(.timeLimit(.minutes(10)))
struct QuickQuestionTests {
    private static let praise = JobKind(rawValue: "praise")

    /// What a worker does with the next job between two questions.
    enum Step: CaseIterable {
        case nothing, claims, charges, ends
    }

    /// All ways in which a worker can keep up with so many questions; with the fourth, it does as with the first.
    private static func timings(of questions: Int) -> [[Step]] {
        (0..<min(questions, 3)).reduce([[]]) { timings, _ in
            timings.flatMap { timing in Step.allCases.map { timing + [$0] } }
        }
    }

    @Test(arguments: 1...4)
    func `as many are asked as the day allows, whatever their timing`(number: Int) async throws {
        try await TestQueue.inFile { queue in
            for (turn, timing) in Self.timings(of: number).enumerated() {
                let person = Person.known("person-\(turn)", in: Space("shop"))
                try await queue.admit(person)
                var asked = 0
                for place in 0..<number {
                    let question = Question(
                        key: "praise/\(place)", kind: Self.praise, payload: "{}",
                        provider: "gemini",
                        fleeting: Fleeting(until: queue.now + 600, dailyLimit: 3))
                    if try await queue.store.ask(question, of: person, now: queue.now) {
                        asked += 1
                    }
                    try await take(timing[place % timing.count], queue)
                }
                #expect(asked == min(number, 3), "\(timing)")
                let told = try await queue.store.askedToday(
                    [Self.praise], of: person, by: "gemini",
                    at: PersonClock(now: queue.now, zone: .gmt))
                #expect(told.asked[Self.praise] == asked, "\(timing)")
                // The next person's are alone again.
                while let claim = try await queue.claim().claim {
                    try await end(claim, queue)
                }
            }
        }
    }

    private func take(_ step: Step, _ queue: TestQueue) async throws {
        guard step != .nothing, let claim = try await queue.claim().claim else { return }
        switch step {
        case .nothing, .claims: break
        case .charges: try await queue.charge(claim)
        case .ends: try await end(claim, queue)
        }
    }

    private func end(_ claim: Claim, _ queue: TestQueue) async throws {
        let charge = try await queue.charge(claim)
        try await queue.store.settle(
            claim,
            Settlement(
                job: .succeeded(outcome: "{}"),
                charge: ChargeEnd(id: charge.id, state: .paid, cost: 1)),
            now: queue.now)
    }
}
