import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

/// What persons have after the news of a store about freezes, in whatever order it comes.
@Suite(.timeLimit(.minutes(10)))
struct FreezeTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))

    /// What happened, at how many seconds from now.
    enum News: Sendable {
        case bought(String?, Person, Double)
        case refunded(String?, Person, Double)
        case moved(from: Person, to: Person, Double)
        case used(Person)
    }

    struct Story: Sendable {
        let name: String
        let news: [News]
        var anna = 0
        var bert = 0
    }

    private static let stories = [
        Story(name: "bought", news: [.bought("a", anna, 0)], anna: 1),
        Story(
            name: "told twice by two events", news: [.bought("a", anna, 0), .bought("a", anna, 0)],
            anna: 1),
        Story(
            name: "two transactions", news: [.bought("a", anna, 0), .bought("b", anna, 1)], anna: 2),
        Story(
            name: "without transactions", news: [.bought(nil, anna, 0), .bought(nil, anna, 1)],
            anna: 2),
        Story(name: "refunded", news: [.bought("a", anna, 0), .refunded("a", anna, 1)]),
        Story(
            name: "one of two refunded",
            news: [.bought("a", anna, 0), .bought("b", anna, 1), .refunded("a", anna, 2)], anna: 1),
        Story(name: "refunded first", news: [.refunded("a", anna, 1), .bought("a", anna, 0)]),
        Story(
            name: "refund taken back",
            news: [.bought("a", anna, 0), .refunded("a", anna, 1), .bought("a", anna, 2)], anna: 1),
        Story(
            name: "refunded without a transaction",
            news: [.bought(nil, anna, 0), .refunded("a", anna, 1)]),
        Story(
            name: "refunded after it was used",
            news: [
                .bought("a", anna, 0), .used(anna), .refunded("a", anna, 1), .bought("b", anna, 2),
            ],
            anna: 1),
        Story(
            name: "moved", news: [.bought("a", anna, 0), .moved(from: anna, to: bert, 1)], bert: 1),
        Story(
            name: "moved, and told again",
            news: [.bought("a", anna, 0), .moved(from: anna, to: bert, 1), .bought("a", anna, 0)],
            bert: 1),
        Story(
            name: "moved before the news of the purchase",
            news: [.moved(from: anna, to: bert, 1), .bought("a", anna, 0)], bert: 1),
        Story(
            name: "moved, then refunded",
            news: [
                .bought("a", anna, 0), .moved(from: anna, to: bert, 1), .refunded("a", anna, 2),
            ]),
        Story(
            name: "used, then moved",
            news: [.bought("a", anna, 0), .used(anna), .moved(from: anna, to: bert, 1)]),
        Story(
            name: "moved there and back",
            news: [
                .bought("a", anna, 0), .moved(from: anna, to: bert, 1),
                .moved(from: bert, to: anna, 2),
            ], anna: 1),
    ]

    @Test(arguments: stories)
    func `what is bought once is there once, whatever is told and when`(story: Story) async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            try await queue.admit(Self.anna)
            try await queue.admit(Self.bert)
            for (number, news) in story.news.enumerated() {
                func take(
                    _ person: Person, _ seconds: Double, _ change: StoreEvent.Change
                ) async throws {
                    let event = StoreEvent(
                        id: "\(number)", moment: queue.now + seconds, names: [StoreName(person)],
                        change: change)
                    for _ in 0..<2 { try await queue.store.take(event, for: space) }
                }
                switch news {
                case .bought(let transaction, let person, let seconds):
                    try await take(person, seconds, .givesFreeze(transaction: transaction))
                case .refunded(let transaction, let person, let seconds):
                    try await take(person, seconds, .takesFreeze(transaction: transaction))
                case .moved(let giver, let taker, let seconds):
                    try await take(taker, seconds, .takes(from: [StoreName(giver)]))
                case .used(let person):
                    let day = LocalDay(of: queue.now, in: .gmt)
                    _ = try await queue.store.changeRoutine(of: person, on: day, now: queue.now) {
                        $0.freezes -= 1
                    }
                }
            }
            for (person, expected) in [(Self.anna, story.anna), (Self.bert, story.bert)] {
                let routine = try await queue.store.routine(
                    of: person, on: LocalDay(of: queue.now, in: .gmt))
                #expect(routine.freezes == expected, "\(story.name): \(person)")
            }
        }
    }
}
