package import Companion
package import Foundation
import HeadshotWorker
package import JobQueue

/// How much of the day's places and of the money people have used.
package struct UsageAnswer: Encodable {
    /// By space, then by person; all forgotten persons, who are `nil`, last.
    package let people: [(person: Person?, usage: Usage)]
    /// Each kind of work by one provider, of all people that the answer is about.
    package let kinds: [KindUsage]
    /// The most of each kind that a person may have a day, where it is the same for all of them.
    package let caps: [JobKind: Int]
    package let cap: DailyCap
    package let resets: Date
    package let today: MoneyAnswer
    package let month: MoneyAnswer
    package let now: Date

    package init(
        _ usage: [Person?: Usage], _ kinds: [KindUsage], caps: [JobKind: Int], cap: DailyCap,
        now: Date
    ) {
        func place(_ person: Person?) -> (Int, String, String) {
            (person == nil ? 1 : 0, person?.space.named ?? "", person?.rawValue ?? "")
        }
        people = usage.map { (person: $0, usage: $1) }
            .sorted { place($0.person) < place($1.person) }
        self.kinds = kinds
        self.caps = caps
        self.cap = cap
        resets = cap.nextDay(after: now)
        today = MoneyAnswer(usage.values.map(\.today).reduce(Money(), +))
        month = MoneyAnswer(usage.values.map(\.month).reduce(Money(), +))
        self.now = now
    }

    /// How much of the day's places a person has left.
    package func left(of usage: Usage) -> Int { max(0, cap.charges - usage.usedToday) }

    package func encode(to encoder: any Encoder) throws {
        let people = people.map { person, usage -> JSONObject in
            [
                "space": person?.space.named, "person": person?.rawValue,
                "usedToday": usage.usedToday, "leftToday": left(of: usage),
                "today": MoneyAnswer(usage.today), "month": MoneyAnswer(usage.month),
            ]
        }
        let kinds = kinds.map { line -> JSONObject in
            [
                "kind": line.kind.rawValue, "provider": line.provider,
                "dailyCap": caps[line.kind], "usedToday": line.usage.usedToday,
                "today": MoneyAnswer(line.usage.today), "month": MoneyAnswer(line.usage.month),
            ]
        }
        try encoder.encode([
            "dailyCap": cap.charges, "dailySpendMicroUSD": cap.spend, "resets": resets,
            "people": people, "kinds": kinds, "today": today, "month": month,
        ])
    }
}

/// Money in an answer: millionths of a US dollar, by how well it is known.
package struct MoneyAnswer: Encodable {
    package let money: Money

    package init(_ money: Money) { self.money = money }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "knownMicroUSD": money.known, "estimatedMicroUSD": money.estimated,
            "unknownMicroUSD": money.unknown, "unpricedCharges": money.unpriced,
        ])
    }

    /// The sums that are not zero: `$0.12 known, $0.039 unknown`.
    package var words: String {
        let sums = [
            (money.known, "known"), (money.estimated, "estimated"), (money.unknown, "unknown"),
        ].filter { $0.0 > 0 }.map { "\(MoneyWords.dollars($0.0)) \($0.1)" }
        let unpriced = money.unpriced > 0 ? ["\(money.unpriced) without a price"] : []
        let parts = sums + unpriced
        return parts.isEmpty ? "$0.00" : parts.joined(separator: ", ")
    }
}

extension PersonServices {
    /// What people used of the day's places and of the money, and of which kinds and providers.
    ///
    /// - Parameters:
    ///   - space: Only this space's people; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - cap: With the budget that the sums are compared to.
    package func usage(in space: Space?, of person: Person?, cap: DailyCap, now: Date) async throws
        -> UsageAnswer
    {
        var usage = try await store.usage(
            in: space, of: person, counting: .headshot, cap: cap, now: now)
        // A person who has used nothing also gets an answer.
        if let person, usage[person] == nil { usage[person] = Usage.none }
        return UsageAnswer(
            usage, try await store.usageByKind(in: space, of: person, cap: cap, now: now),
            caps: try await caps(of: person, cap: cap, now: now), cap: cap, now: now)
    }

    /// The most of each kind a day, where it is known; what words a person gets depends on the plan.
    private func caps(
        of person: Person?, cap: DailyCap, now: Date
    ) async throws -> [JobKind: Int] {
        var caps = [JobKind.headshot: cap.charges]
        guard let person, let space = try await store.record(of: person.space) else { return caps }
        let plan = try await store.entitlement(of: person).plan(at: now)
        for kind in WordsKind.allCases { caps[kind.job] = kind.cap(space.settings.plans[plan]) }
        return caps
    }

    /// What is used of the limits of a space as a whole.
    package func usedLimits(of record: SpaceRecord) async throws -> LimitsAnswer {
        LimitsAnswer(
            record.settings.limits,
            ofSpace: try await store.freeWork(
                of: nil, in: record.space, cap: limits(), now: now),
            storedBytes: try await store.storedBytes(of: record.space))
    }

    /// What a person has used of the limits of a space.
    package func usedLimits(
        of person: Person, in record: SpaceRecord
    ) async throws -> LimitsAnswer {
        LimitsAnswer(
            record.settings.limits,
            ofPerson: try await store.freeWork(
                of: person, in: record.space, cap: limits(), now: now))
    }
}
