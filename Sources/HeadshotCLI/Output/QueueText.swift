import Ground
import Answers
import Foundation
import JobQueue

extension GateAnswer: CommandAnswer {
    var text: String {
        guard !gates.isEmpty else { return "Requests may be sent." }
        return gates.map { gate in
            let isOpen = gate.advice == nil
            var fields = FieldList()
            let name = [gate.provider, gate.model].compactMap(\.self).joined(separator: " ")
            fields.add(name, isOpen ? gate.sentence : "\(gate.state): \(gate.sentence)")
            fields.add("next", gate.advice)
            fields.add("detail", gate.detail)
            return fields.text
        }.joined(separator: "\n\n")
    }
}

extension UsageAnswer: CommandAnswer {
    var text: String {
        var table = TextTable("PERSON", "USED TODAY", "LEFT", "TODAY", "THIS MONTH")
        for line in people {
            table.add(
                [line.space, line.person ?? "(forgotten)"].compactMap(\.self)
                    .joined(separator: "/"), String(line.usedToday),
                line.person == nil ? "" : String(line.leftToday), line.today.words,
                line.month.words)
        }
        table.add("all", String(people.map(\.usedToday).reduce(0, +)), "", today.words, month.words)
        let end = TimeWords.moment(resets, now: now, in: timeZone)
        let left = TimeWords.span(resets.timeIntervalSince(now))
        return """
            \(table.text)\(kindsTable)

            Everybody may have \(dailyCap) headshots a day; the day ends at \(end), in \(left).\(budget)
            """
    }

    /// What each kind and provider has of it, after an empty line; empty if there is nothing.
    private var kindsTable: String {
        guard !kinds.isEmpty else { return "" }
        var table = TextTable("KIND", "PROVIDER", "USED TODAY", "EACH MAY", "TODAY", "THIS MONTH")
        for line in kinds {
            table.add(
                line.kind, line.provider, String(line.usedToday),
                line.dailyCap.map(String.init) ?? "", line.today.words, line.month.words)
        }
        return "\n\n\(table.text)"
    }

    /// What is left of the day's budget, as one more line; empty if there is no limit.
    private var budget: String {
        guard let limit = dailySpendMicroUSD else { return "" }
        let spent = today.knownMicroUSD + today.estimatedMicroUSD + today.unknownMicroUSD
        let left = MoneyWords.dollars(max(0, limit - spent))
        return "\nAll together may cost \(MoneyWords.dollars(limit)) a day; \(left) are left."
    }
}
