import Foundation
import JobQueue

/// What people have used of the day's headshots and of the money.
struct UsageAnswer: CommandAnswer {
    /// One person, or all who were forgotten.
    struct Line: Encodable {
        /// Absent for people who were forgotten.
        let person: String?
        let usedToday: Int
        let leftToday: Int
        let today: MoneyAnswer
        let month: MoneyAnswer
    }

    let dailyCap: Int
    /// The most money a day for all; absent where there is no limit.
    let dailySpendMicroUSD: Int?
    let resets: Date
    let people: [Line]
    let today: MoneyAnswer
    let month: MoneyAnswer
    private let now: Date
    private let timeZone: TimeZone

    init(_ usage: [Person?: Usage], cap: DailyCap, now: Date) {
        dailyCap = cap.charges
        dailySpendMicroUSD = cap.spend
        resets = cap.nextDay(after: now)
        people = usage.map { person, usage in
            Line(
                person: person?.rawValue, usedToday: usage.usedToday,
                leftToday: max(0, cap.charges - usage.usedToday), today: MoneyAnswer(usage.today),
                month: MoneyAnswer(usage.month))
        }.sorted { ($0.person ?? "\u{10FFFF}") < ($1.person ?? "\u{10FFFF}") }
        today = MoneyAnswer(usage.values.map(\.today).reduce(Money(), +))
        month = MoneyAnswer(usage.values.map(\.month).reduce(Money(), +))
        self.now = now
        timeZone = cap.timeZone
    }

    private enum CodingKeys: CodingKey {
        case dailyCap, dailySpendMicroUSD, resets, people, today, month
    }

    var text: String {
        var table = TextTable("PERSON", "USED TODAY", "LEFT", "TODAY", "THIS MONTH")
        for line in people {
            table.add(
                line.person ?? "(forgotten)", String(line.usedToday),
                line.person == nil ? "" : String(line.leftToday), line.today.words,
                line.month.words)
        }
        table.add("all", String(people.map(\.usedToday).reduce(0, +)), "", today.words, month.words)
        let end = TimeWords.moment(resets, now: now, in: timeZone)
        let left = TimeWords.span(resets.timeIntervalSince(now))
        return """
            \(table.text)

            Everybody may have \(dailyCap) headshots a day; the day ends at \(end), in \(left).\(budget)
            """
    }
}

extension UsageAnswer {
    /// What is left of the day's money, as one more line; empty where there is no limit.
    private var budget: String {
        guard let limit = dailySpendMicroUSD else { return "" }
        let spent = today.knownMicroUSD + today.estimatedMicroUSD + today.unknownMicroUSD
        let left = MoneyWords.dollars(max(0, limit - spent))
        return "\nAll together may cost \(MoneyWords.dollars(limit)) a day; \(left) are left."
    }
}

/// Money in an answer: millionths of a US dollar, by how well it is known.
struct MoneyAnswer: Encodable, Equatable {
    let knownMicroUSD: Int
    let estimatedMicroUSD: Int
    let unknownMicroUSD: Int
    /// Charges whose price nobody knows.
    let unpricedCharges: Int

    init(_ money: Money) {
        knownMicroUSD = money.known
        estimatedMicroUSD = money.estimated
        unknownMicroUSD = money.unknown
        unpricedCharges = money.unpriced
    }

    /// The sums that are not nought: `$0.12 known, $0.039 unknown`.
    var words: String {
        let sums = [
            (knownMicroUSD, "known"), (estimatedMicroUSD, "estimated"),
            (unknownMicroUSD, "unknown"),
        ].filter { $0.0 > 0 }.map { "\(MoneyWords.dollars($0.0)) \($0.1)" }
        let unpriced = unpricedCharges > 0 ? ["\(unpricedCharges) without a price"] : []
        let parts = sums + unpriced
        return parts.isEmpty ? "$0.00" : parts.joined(separator: ", ")
    }
}
