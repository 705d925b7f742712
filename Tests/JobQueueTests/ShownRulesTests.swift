import Foundation
import JobQueue
import Testing

@testable import Companion

/// What of photos and headshots stays shown when a plan ends.
@Suite(.timeLimit(.minutes(10)))
struct ShownRulesTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let plans: PlanTable = {
        var plans = PlanTable()
        plans.free.weaknesses = false
        plans.free.hoursBetweenScans = 168
        return plans
    }()

    /// Whether details and the score of what was made at some seconds are shown at a time.
    private func shown(
        _ queue: TestQueue, at now: Date, _ seconds: [Double]
    ) async throws -> [Bool] {
        let rules = ShownRules(
            try await queue.store.entitlement(of: Self.anna), by: Self.plans, now: now)
        return seconds.map { second in
            let rules = rules.of(queue.now + second)
            #expect((rules.shown(scoreOfPhoto: 5) != nil) == rules.weaknesses)
            return rules.weaknesses
        }
    }

    @Test func `what was there when a purchase ended stays shown, and what came later is not`()
        async throws
    {
        try await TestQueue.with { queue in
            var settings = SpaceSettings(provider: "local")
            settings.plans = Self.plans
            _ = try await queue.store.add(Self.anna.space, settings, now: queue.now)
            try await queue.admit(Self.anna)
            #expect(try await shown(queue, at: queue.now, [-10, 0]) == [false, false])
            let month = Purchase(transaction: "t", product: "month")
            func take(_ id: String, _ change: StoreEvent.Change, at moment: Date) async throws {
                try await queue.store.take(
                    StoreEvent(
                        id: id, moment: moment, names: [StoreName(Self.anna)], change: change),
                    for: Self.anna.space)
            }
            try await take("1", .runs(month, StoreEvent.Term(.at(queue.now + 60))), at: queue.now)
            #expect(try await shown(queue, at: queue.now + 5, [-10, 5]) == [true, true])
            // It ran out.
            #expect(
                try await shown(queue, at: queue.now + 86_400, [-10, 59, 61, 86_400])
                    == [true, true, false, false])
            // A refund ends it earlier; what was seen until then was seen.
            try await take("2", .ends(month), at: queue.now + 30)
            #expect(
                try await shown(queue, at: queue.now + 86_400, [-10, 29, 31]) == [
                    true, true, false,
                ])
        }
    }

    @Test func `an operator's grant that ends is as good, and one that is ended twice ends once`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for (plan, second) in [(Plan.pro, 0.0), (.free, 60), (.free, 600)] {
                _ = try await queue.store.set(
                    Entitlement(plan), of: Self.anna, said: queue.now + second)
            }
            #expect(
                try await shown(queue, at: queue.now + 900, [-10, 59, 61, 601])
                    == [true, true, false, false])
            let all = try await queue.store.entitlement(of: Self.anna)
            #expect(all.best(at: queue.now + 900) == .none)
            // Older news changes nothing.
            _ = try await queue.store.set(Entitlement(.free), of: Self.anna, said: queue.now + 1)
            #expect(try await shown(queue, at: queue.now + 900, [59]) == [true])
            // A free plan that nothing went before shows nothing.
            let bert = Person.known("bert", in: Self.anna.space)
            try await queue.admit(bert)
            _ = try await queue.store.set(Entitlement(.free), of: bert, said: queue.now)
            let rules = ShownRules(
                try await queue.store.entitlement(of: bert), by: Self.plans, now: queue.now)
            #expect(!rules.of(queue.now - 10).weaknesses)
        }
    }
}
