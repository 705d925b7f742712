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

extension StatusAnswer: CommandAnswer {
    var text: String {
        var fields = FieldList()
        fields.add("jobs", state.countsLine)
        for job in state.jobs {
            let phase = job.progress?.phase.words ?? "running"
            fields.add("running", "\(job.id)  \(job.style)  \(job.photo)  \(phase)")
        }
        fields.add("workers", state.workers == 0 ? "none" : "\(state.workers)")
        for gate in gates { fields.add("gate", "\(gate.sentence) \(gate.advice)") }
        if gates.isEmpty { fields.add("gate", "open") }
        fields.add("model", model.words)
        fields.add("today", today.words)
        for webhook in webhooks {
            fields.add("webhook", "\(webhook.space): \(webhook.sentence) \(webhook.advice)")
        }
        return fields.text
    }
}

extension SpacesAnswer: CommandAnswer {
    var text: String {
        var table = TextTable("SPACE", "HEADSHOTS BY", "BUDGET A DAY", "ADDED")
        for line in spaces {
            table.add(
                line.name, line.provider.printable, line.budget,
                TimeWords.full(line.created))
        }
        return table.text
    }
}

extension SpaceAnswer: CommandAnswer {
    var text: String {
        var lines = [
            "\(name): its headshots are made by \(provider.printable).",
            "Budget a day: \(budget). New persons a day: at most \(newPersons).",
            limitWords,
            "Its persons can use: \(features.joined(separator: ", ")).",
        ]
        if features.contains(SpaceSettings.Feature.routine.rawValue) {
            lines.append("A streak lasts \(streak.words)\(timeZone.map { ", in \($0)" } ?? "").")
        }
        if variesScores {
            lines.append("The scores of scans vary by chance, and their answers say so.")
        }
        if features.contains(SpaceSettings.Feature.moments.rawValue) {
            let isLocal = hardMoments == SpaceSettings.HardMoments.local.rawValue
            lines.append(
                isLocal
                    ? "Moments that are not wins go to no model."
                    : "Hard and unclear moments go to a model; words of danger go to none.")
        }
        if !keepsPhotos { lines.append("Photos go as soon as no open job needs them.") }
        for plan in Plan.allCases where plans[plan] != .all {
            lines.append("Plan \(plan.rawValue): \(plans[plan].words).")
        }
        for token in tokens ?? [] {
            let end = token.ends.map { ", ends \(TimeWords.full($0))" } ?? ""
            lines.append(
                """
                Token of \(Access.Holder(rawValue: token.kind)?.words ?? token.kind): \
                \((token.scopes.isEmpty ? ["its news"] : token.scopes).joined(separator: ", ")); \
                made \(TimeWords.full(token.created))\(end)
                """)
        }
        if let webhook { lines += webhook.lines(name) }
        if let webhookSecret {
            lines.append("The webhook's secret, shown only now: \(webhookSecret)")
        }
        if tokens?.isEmpty == true { lines.append("No token: nothing can reach it over HTTP.") }
        return lines.joined(separator: "\n")
    }

    fileprivate var budget: String { budgetMicroUSD.map(MoneyWords.dollars) ?? "no limit" }
}

extension StreakRule {
    /// How long, for a person.
    fileprivate var words: String {
        switch self {
        case .window: "24 hours"
        case .calendar: "until the end of the next day"
        }
    }
}

extension Access.Holder {
    /// What a person calls it.
    var words: String {
        switch self {
        case .server: "a server"
        case .app: "an app"
        case .store: "a store"
        }
    }
}

extension PlanRules {
    /// What a person calls it.
    fileprivate var words: String {
        guard scans else { return "no scans" }
        let often =
            hoursBetweenScans.map { "a scan every \($0) hours" } ?? "any number of scans"
        return weaknesses ? often : "\(often), without weaknesses"
    }
}

extension TokenAnswer: CommandAnswer {
    var text: String { [token, webhookSecret].compactMap(\.self).joined(separator: "\n") }
}

extension WebhookSecretAnswer: CommandAnswer {
    var text: String { webhookSecret }
}

extension WebhookSummary {
    fileprivate func lines(_ space: String) -> [String] {
        var lines = ["Webhook: \(url.printable)"]
        if let overlap {
            lines.append("Two secrets sign until \(TimeWords.full(overlap)).")
        }
        if let refused {
            lines.append(
                """
                Its receiver wants no more since \(TimeWords.full(refused)); \
                'headshot space set \(space) --webhook URL' begins again.
                """)
        }
        lines.append("Deliveries that wait: \(pending); given up: \(failed).")
        if let last = lastFailure {
            lines.append(
                "Last failure, \(TimeWords.full(last.at)): \(last.sentence)")
        }
        return lines
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

extension DrainAnswer: CommandAnswer {}

extension PruneAnswer: CommandAnswer {}
