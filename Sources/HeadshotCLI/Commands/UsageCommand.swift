import Answers
import ArgumentParser
import Companion
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup

/// `headshot usage`: prints the use of caps and money.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "usage", "Show who used what of the day's headshots, and the money by kind.",
        """
        Money is 'known' where it was counted from the answers' tokens, 'estimated' where an answer came without \
        them, 'in flight' while a request is on its way, and 'unknown' where a request may have been charged and that is \
        not known. The bill is the provider's.

        With --month it shows what each person used in a month of the queue's time zone; with --csv as a table for \
        spreadsheets, in US dollars. The sums are of all persons, however many lines are shown.
        """,
        examples: [
            "headshot usage", "headshot usage --person anna --json", "headshot usage --jsonl",
            "headshot usage --month 2026-10 --csv > october.csv",
        ],
        exits: [.disk, .away, .configuration])

    @OptionGroup(title: CommandHelp.filterTitle) var filter: PersonFilter

    @Option(help: ArgumentHelp("All of a month, as 2026-10.", "month"))
    var month: Month?

    @Flag(help: "Answer as a table for spreadsheets, in comma-separated values; with --month.")
    var csv = false

    @Option(
        help: ArgumentHelp(
            "At most so many lines. Default: 50; all with --json, --jsonl and --csv.", "number"))
    var limit: Int?

    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if csv, month == nil { throw UsageError("--csv goes with --month.") }
        if csv, output.isForPrograms {
            throw UsageError("--csv goes with neither --json nor --jsonl.")
        }
        if let limit, limit < 1 { throw UsageError("--limit must be 1 or more.") }
    }

    func run() async throws {
        try await Session.run(home, cap: cap.overrides) { session in
            if let month { return try await tell(month, session) }
            var cap = try await session.limits()
            let now = session.now
            let person = filter.person
            if let space = filter.space {
                // The budget for all says nothing about the sums of some.
                cap.spend = try await session.record(of: space).settings.budget
            } else if person != nil {
                cap.spend = nil
            }
            var answer = try await session.people.usage(
                in: filter.space, of: person, cap: cap, now: now)
            answer.inFlight = try await session.store.requestsInFlight().filter { request in
                (person ?? request.person) == request.person
                    && (filter.space ?? request.person.space) == request.person.space
            }
            var last: Person?
            var left = most
            var isLast = false
            func next() async throws -> [PersonUsage] {
                guard person == nil else {
                    isLast = true
                    return answer.people
                }
                let page = try await session.people.usagePage(
                    in: filter.space, after: last, limit: min(left, Self.page), cap: cap, now: now)
                left -= page.people.count
                isLast = page.isLast
                last = page.people.last?.person
                return page.people
            }
            if output.isForPrograms {
                var list = try ListOutput(output, "people") { UsageDocument(answer, $0("people")) }
                while !isLast, left > 0 { try await list.write(next()) }
                try list.finish()
            } else {
                var table = UsageAnswer.table
                while !isLast, left > 0 {
                    for person in try await next() { table.add(person, answer.inFlight) }
                    if !isLast, left > 0 { try Output.stream(table.takeLines() + "\n") }
                }
                try Output.write(line: answer.text(after: &table))
            }
            if !isLast { noteMore() }
        }
    }

    /// The most lines that are shown.
    private var most: Int { limit ?? (csv || output.isForPrograms ? .max : 50) }

    private func noteMore() {
        note("There are more; these are the first \(most) by name (--limit).")
    }

    /// Writes what was used in a month, while it is read.
    private func tell(_ month: Month, _ session: Session) async throws {
        var last: MonthLine?
        var left = most
        var hasMore = false
        func next() async throws -> [MonthLine] {
            if left == 0 { return [] }
            let limit = min(left, Self.page)
            let found = try await session.store.use(
                in: month, space: filter.space, of: filter.person, after: last, limit: limit + 1)
            let lines = Array(found.prefix(limit))
            left -= lines.count
            hasMore = found.count > lines.count
            last = lines.last ?? last
            return lines
        }
        if csv {
            try Output.write(line: MonthLine.header + CSV.lineEnd)
            while case let lines = try await next(), !lines.isEmpty {
                try Output.stream(lines.map { $0.row + CSV.lineEnd + "\n" }.joined())
            }
        } else if output.isForPrograms {
            var list = try ListOutput(output, "people") { place -> JSONObject in
                ["month": month.name, "people": place("people")]
            }
            while case let lines = try await next(), !lines.isEmpty {
                try list.write(lines.map(\.answer))
            }
            try list.finish()
        } else {
            var table = MonthLine.table
            while case let lines = try await next(), !lines.isEmpty {
                for line in lines { line.add(to: &table) }
                try Output.stream(table.takeLines() + "\n")
            }
            if last == nil { note("Nothing was used in \(month.name).") }
        }
        if hasMore { noteMore() }
    }

    /// The number of persons read at once.
    private static let page = 500
}

extension Month: ExpressibleByArgument {
    /// Parses the name of a month.
    public init?(argument: String) { self.init(argument) }
}

extension MonthLine {
    fileprivate static let header = CSV.row([
        "space", "person", "kind", "provider", "requests", "known_usd", "estimated_usd",
        "unknown_usd", "without_price",
    ])

    fileprivate var row: String {
        // Six decimals have all that is counted.
        func dollars(_ amount: Int) -> String {
            let fraction = String(amount % 1_000_000)
            return
                "\(amount / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
        }
        return CSV.row([
            space.named, person?.rawValue, kind.rawValue, provider, String(requests),
            dollars(money.known), dollars(money.estimated), dollars(money.unknown),
            String(money.unpriced),
        ])
    }

    fileprivate var answer: JSONObject {
        [
            "space": space.named, "person": person?.rawValue, "kind": kind.rawValue,
            "provider": provider, "requests": requests, "money": MoneyAnswer(money),
        ]
    }

    fileprivate static let table = TextTable("PERSON", "KIND", "PROVIDER", "REQUESTS", "MONEY")

    fileprivate func add(to table: inout TextTable) {
        let name = [space.named, person?.rawValue ?? "(forgotten)"].compactMap(\.self)
        table.add(
            name.joined(separator: "/"), kind.rawValue.printable, provider.printable,
            String(requests), MoneyAnswer(money).cell())
    }
}

extension MoneyAnswer {
    /// The sums one below the other, so that tables of them fit a terminal.
    fileprivate func cell(inFlight: Int = 0) -> String {
        words(inFlight: inFlight).replacing(", ", with: ",\n")
    }
}

/// A usage with a place for its people.
private struct UsageDocument: Encodable {
    private let answer: UsageAnswer
    private let people: DocumentStream.Place

    init(_ answer: UsageAnswer, _ people: DocumentStream.Place) {
        (self.answer, self.people) = (answer, people)
    }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder, people: people)
    }
}

extension TextTable {
    fileprivate mutating func add(_ line: PersonUsage, _ requests: [RequestInFlight]) {
        let (person, usage) = (line.person, line.usage)
        let inFlight = requests.filter { $0.person == person }.money
        add(
            [person?.space.named, person?.rawValue ?? "(forgotten)"].compactMap(\.self)
                .joined(separator: "/"), String(usage.usedToday),
            person == nil ? "" : String(line.left),
            MoneyAnswer(usage.today).cell(inFlight: inFlight),
            MoneyAnswer(usage.month).cell(inFlight: inFlight))
    }
}

extension UsageAnswer: CommandAnswer {
    var text: String {
        var table = Self.table
        for person in people { table.add(person, inFlight) }
        return text(after: &table)
    }

    fileprivate static let table = TextTable(
        "PERSON", "USED TODAY", "LEFT", "TODAY", "THIS MONTH")

    /// The lines after the people that were written before, with those of the table that were not.
    fileprivate func text(after table: inout TextTable) -> String {
        table.add(
            "all", String(total.usedToday), "", today.cell(inFlight: inFlight.money),
            month.cell(inFlight: inFlight.money))
        let end = TimeWords.moment(resets, now: now, in: cap.timeZone)
        let rest = TimeWords.span(resets.timeIntervalSince(now))
        return """
            \(table.takeLines())\(kindsTable)

            Everybody may have \(cap.charges) headshots a day; the day ends at \(end), in \(rest).\(budget)
            """
    }

    /// What each kind and provider has of it, after an empty line; empty if there is nothing.
    private var kindsTable: String {
        guard !kinds.isEmpty else { return "" }
        var table = TextTable("KIND", "PROVIDER", "USED TODAY", "EACH MAY", "TODAY", "THIS MONTH")
        for line in kinds {
            let inFlight = inFlight.filter {
                $0.kind == line.kind && $0.provider == line.provider
            }.money
            table.add(
                line.kind.rawValue, line.provider, String(line.usage.usedToday),
                caps[line.kind].map(String.init) ?? "",
                MoneyAnswer(line.usage.today).cell(inFlight: inFlight),
                MoneyAnswer(line.usage.month).cell(inFlight: inFlight))
        }
        return "\n\n\(table.text)"
    }

    /// What is left of the day's budget, as one more line; empty if there is no limit.
    private var budget: String {
        guard let limit = cap.spend else { return "" }
        let spent = today.money.known + today.money.estimated + today.money.unknown
        let left = MoneyWords.dollars(max(0, limit - spent))
        return "\nAll together may cost \(MoneyWords.dollars(limit)) a day; \(left) is left."
    }
}
