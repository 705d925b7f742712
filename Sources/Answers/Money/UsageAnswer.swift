package import Companion
package import Foundation
package import JobQueue

/// How much of the day's places and of the money people have used.
package struct UsageAnswer: Encodable {
    /// One person, or all forgotten persons.
    package struct PersonUsage: Encodable {
        /// Absent for the command line's own.
        package let space: String?
        /// Absent for forgotten persons.
        package let person: String?
        package let usedToday: Int
        package let leftToday: Int
        package let today: MoneyAnswer
        package let month: MoneyAnswer

        /// By space, then by person; forgotten persons last.
        fileprivate var place: (Int, String, String) {
            (person == nil ? 1 : 0, space ?? "", person ?? "")
        }
    }

    /// One kind of work by one provider, of all people that the answer is about.
    package struct KindLine: Encodable {
        package let kind: String
        package let provider: String
        /// The most that each person may have a day; absent if that depends on the person's plan.
        package let dailyCap: Int?
        package let usedToday: Int
        package let today: MoneyAnswer
        package let month: MoneyAnswer
    }

    package let dailyCap: Int
    /// The most money a day for all; absent if there is no limit.
    package let dailySpendMicroUSD: Int?
    package let resets: Date
    package let people: [PersonUsage]
    package let kinds: [KindLine]
    package let today: MoneyAnswer
    package let month: MoneyAnswer
    package let now: Date
    package let timeZone: TimeZone

    /// - Parameter caps: The most of each kind that a person may have a day, where it is the same for all of them.
    package init(
        _ usage: [Person?: Usage], _ kinds: [KindUsage], caps: [JobKind: Int], cap: DailyCap,
        now: Date
    ) {
        dailyCap = cap.charges
        dailySpendMicroUSD = cap.spend
        resets = cap.nextDay(after: now)
        people = usage.map { person, usage in
            PersonUsage(
                space: person?.space.named, person: person?.rawValue, usedToday: usage.usedToday,
                leftToday: max(0, cap.charges - usage.usedToday), today: MoneyAnswer(usage.today),
                month: MoneyAnswer(usage.month))
        }.sorted { $0.place < $1.place }
        self.kinds = kinds.map { line in
            KindLine(
                kind: line.kind.rawValue, provider: line.provider, dailyCap: caps[line.kind],
                usedToday: line.usage.usedToday, today: MoneyAnswer(line.usage.today),
                month: MoneyAnswer(line.usage.month))
        }
        today = MoneyAnswer(usage.values.map(\.today).reduce(Money(), +))
        month = MoneyAnswer(usage.values.map(\.month).reduce(Money(), +))
        self.now = now
        timeZone = cap.timeZone
    }

    private enum CodingKeys: CodingKey {
        case dailyCap, dailySpendMicroUSD, resets, people, kinds, today, month
    }

}

/// Money in an answer: millionths of a US dollar, by how well it is known.
package struct MoneyAnswer: Encodable, Equatable {
    package let knownMicroUSD: Int
    package let estimatedMicroUSD: Int
    package let unknownMicroUSD: Int
    /// Charges of unknown price.
    package let unpricedCharges: Int

    package init(_ money: Money) {
        knownMicroUSD = money.known
        estimatedMicroUSD = money.estimated
        unknownMicroUSD = money.unknown
        unpricedCharges = money.unpriced
    }

    /// The sums that are not zero: `$0.12 known, $0.039 unknown`.
    package var words: String {
        let sums = [
            (knownMicroUSD, "known"), (estimatedMicroUSD, "estimated"),
            (unknownMicroUSD, "unknown"),
        ].filter { $0.0 > 0 }.map { "\(MoneyWords.dollars($0.0)) \($0.1)" }
        let unpriced = unpricedCharges > 0 ? ["\(unpricedCharges) without a price"] : []
        let parts = sums + unpriced
        return parts.isEmpty ? "$0.00" : parts.joined(separator: ", ")
    }
}
