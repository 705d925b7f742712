package import Companion
package import Foundation
import HeadshotWorker
package import JobQueue

/// How much of the day's places and of the money people have used.
package struct UsageAnswer: Encodable {
    /// All of them, or a page: by space, then by person; all forgotten persons, who are `nil`, last.
    package let people: [PersonUsage]
    /// Each kind of work by one provider, of all people that the answer is about.
    package let kinds: [KindUsage]
    /// The most of each kind that a person may have a day, where it is the same for all of them.
    package let caps: [JobKind: Int]
    package let cap: DailyCap
    package let resets: Date
    /// What all people that the answer is about used together, also those on other pages.
    package let total: Usage
    package let now: Date
    /// The requests on their way, whose money is a part of what is unknown.
    package var inFlight: [RequestInFlight] = []

    package init(
        _ people: [PersonUsage], total: Usage, _ kinds: [KindUsage], caps: [JobKind: Int],
        cap: DailyCap, now: Date
    ) {
        self.people = people
        self.total = total
        self.kinds = kinds
        self.caps = caps
        self.cap = cap
        resets = cap.nextDay(after: now)
        self.now = now
    }

    package var today: MoneyAnswer { MoneyAnswer(total.today) }
    package var month: MoneyAnswer { MoneyAnswer(total.month) }

    package func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, people: people)
    }

    /// Encodes it with what takes the place of the people.
    package func encode(to encoder: any Encoder, people: some Encodable) throws {
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
            "inFlightMicroUSD": inFlight.isEmpty ? nil : inFlight.money,
        ])
    }
}

/// What one person used, or all forgotten ones.
package struct PersonUsage: Encodable, Sendable {
    /// `nil` for all forgotten persons.
    package let person: Person?
    package let usage: Usage
    /// How much of the day's places is left.
    package let left: Int

    package init(_ person: Person?, _ usage: Usage, cap: DailyCap) {
        self.person = person
        self.usage = usage
        left = max(0, cap.charges - usage.usedToday)
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "space": person?.space.named, "person": person?.rawValue,
            "usedToday": usage.usedToday, "leftToday": left,
            "today": MoneyAnswer(usage.today), "month": MoneyAnswer(usage.month),
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

    /// The same, with the possible cost of requests on their way separate from what stays unknown.
    package func words(inFlight: Int) -> String {
        guard inFlight > 0 else { return words }
        var settled = money
        settled.unknown = max(0, money.unknown - inFlight)
        let flying = "\(MoneyWords.dollars(inFlight)) in flight"
        return settled == Money() ? flying : "\(MoneyAnswer(settled).words), \(flying)"
    }
}

extension PersonServices {
    /// What people used of the day's places and of the money, and of which kinds and providers.
    ///
    /// - Parameters:
    ///   - space: Only this space's people; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - people: The people of the answer, if it is not about one.
    ///   - cap: With the budget that the sums are compared to.
    package func usage(
        in space: Space?, of person: Person?, people: [PersonUsage] = [], cap: DailyCap, now: Date
    ) async throws -> UsageAnswer {
        let kinds = try await store.usageByKind(in: space, of: person, cap: cap, now: now)
        var total = Usage.none
        for line in kinds {
            if line.kind == .headshot { total.usedToday += line.usage.usedToday }
            total.today = total.today + line.usage.today
            total.month = total.month + line.usage.month
        }
        return UsageAnswer(
            // A person who has used nothing also gets an answer.
            person.map { [PersonUsage($0, total, cap: cap)] } ?? people, total: total, kinds,
            caps: try await caps(of: person, cap: cap, now: now), cap: cap, now: now)
    }

    /// The usage of the next persons, by space and name; after the last of them, all forgotten ones together.
    ///
    /// - Parameters:
    ///   - space: Only this space's people; `nil` for all.
    ///   - last: The last person of the page before; `nil` for the first page.
    /// - Returns: At most `limit` people, and whether others follow.
    package func usagePage(
        in space: Space?, after last: Person?, limit: Int, cap: DailyCap, now: Date
    ) async throws -> (people: [PersonUsage], isLast: Bool) {
        let page = try await store.usagePage(
            in: space, after: last, limit: limit, counting: .headshot, cap: cap, now: now)
        var people = page.people.map { PersonUsage($0.person, $0.usage, cap: cap) }
        if let forgotten = page.forgotten {
            people.append(PersonUsage(nil, forgotten, cap: cap))
        }
        return (people, page.isLast)
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
