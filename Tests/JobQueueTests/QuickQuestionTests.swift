import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// How many of a person's quick questions are asked, whatever a worker does in between.
@Suite(.timeLimit(.minutes(2)))
struct QuickQuestionTests {
    private static let anna = Person.known("anna", in: Space("shop"))
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
        for timing in Self.timings(of: number) {
            try await TestQueue.inFile { queue in
                try await queue.admit(Self.anna)
                var asked = 0
                for place in 0..<number {
                    let question = Question(
                        key: "praise/\(place)", kind: Self.praise, payload: "{}",
                        provider: "gemini",
                        fleeting: Fleeting(until: queue.now + 600, dailyLimit: 3))
                    if try await queue.store.ask(question, of: Self.anna, now: queue.now) {
                        asked += 1
                    }
                    switch timing[place % timing.count] {
                    case .nothing: break
                    case .claims: _ = try await queue.claim()
                    case .charges:
                        if let claim = try await queue.claim().claim {
                            try await queue.charge(claim)
                        }
                    case .ends:
                        guard let claim = try await queue.claim().claim else { break }
                        let charge = try await queue.charge(claim)
                        try await queue.store.settle(
                            claim,
                            Settlement(
                                job: .succeeded(outcome: "{}"),
                                charge: ChargeEnd(id: charge.id, state: .paid, cost: 1)),
                            now: queue.now)
                    }
                }
                #expect(asked == min(number, 3), "\(timing)")
                let told = try await queue.store.askedToday(
                    [Self.praise], of: Self.anna, by: "gemini",
                    at: PersonClock(now: queue.now, zone: .gmt))
                #expect(told.asked[Self.praise] == asked, "\(timing)")
            }
        }
    }
}
