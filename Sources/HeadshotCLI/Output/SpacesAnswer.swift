import Answers
import Companion
import Foundation
import Ground
import HeadshotWorker
import JobQueue

/// The spaces of a queue.
struct SpacesAnswer: CommandAnswer {
    let spaces: [SpaceAnswer]

    init(_ records: [SpaceRecord]) {
        spaces = records.map { SpaceAnswer(record: $0) }
    }

    var text: String {
        var table = TextTable("SPACE", "HEADSHOTS BY", "BUDGET A DAY", "ADDED")
        for line in spaces {
            table.add(
                line.name, line.record.settings.provider.printable, line.budget,
                TimeWords.full(line.record.created))
        }
        return table.text
    }
}

/// One space; in a list, it has neither tokens nor a webhook.
struct SpaceAnswer: CommandAnswer {
    let record: SpaceRecord
    var tokens: [TokenRecord]?
    var webhook: WebhookSummary?
    /// What is left of its budget in all, in millionths of a US dollar.
    var moneyLeft: Int?
    /// What is used of the limits of all persons together.
    var used: LimitsAnswer?
    /// Shown only when it is made.
    var secret: WebhookSecret?

    func encode(to encoder: any Encoder) throws {
        let tokens = tokens?.map { token -> JSONObject in
            [
                "kind": token.holder.rawValue, "scopes": token.scopes.inOrder,
                "created": token.created, "ends": token.ends,
            ]
        }
        try encoder.encode([
            "name": name, "provider": settings.provider, "budgetMicroUSD": settings.budget,
            "totalBudgetMicroUSD": settings.totalBudget, "totalBudgetLeftMicroUSD": moneyLeft,
            "newPersons": settings.newPersons, "features": features,
            "keepsPhotos": settings.keepsPhotos, "shrinksPhotos": settings.shrinksPhotos,
            "keptSeconds": settings.keeping.answer,
            "plans": settings.plans,
            "preset": settings.preset, "timeZone": settings.timeZone, "streak": settings.streak,
            "variesScores": settings.variesScores, "hardMoments": settings.hardMoments.rawValue,
            "asksBeforeModels": settings.asksBeforeModels,
            "limits": settings.limits.members, "created": record.created, "tokens": tokens,
            "webhook": webhook, "webhookSecret": secret?.text, "used": used,
        ])
    }

    var text: String {
        var lines = [
            "\(name): its headshots are made by \(settings.provider.printable).",
            "Budget a day: \(budget). New persons a day: at most \(settings.newPersons).",
            totalBudget, settings.limits.words,
            "Its persons can use: \(features.joined(separator: ", ")).",
        ].compactMap(\.self)
        if settings.features.contains(.routine) {
            let place = settings.timeZone.map { ", in \($0)" } ?? ""
            lines.append("A streak lasts \(settings.streak.words)\(place).")
        }
        if settings.variesScores {
            lines.append("The scores of scans vary by chance, and their answers say so.")
        }
        if settings.features.contains(.moments) {
            lines.append(
                settings.hardMoments == .local
                    ? "Moments that are not wins go to no model."
                    : "Hard and unclear moments go to a model; those with a sign of danger do not.")
        }
        if settings.asksBeforeModels {
            lines.append("Nothing of a person goes to a model before the person agrees.")
        }
        if settings.shrinksPhotos { lines.append("Photos that are too large are made smaller.") }
        if !settings.keepsPhotos { lines.append("Photos go as soon as no open job needs them.") }
        if let kept = settings.keeping.words { lines.append(kept) }
        for plan in Plan.allCases where settings.plans[plan] != .all {
            lines.append("Plan \(plan.rawValue): \(settings.plans[plan].words).")
        }
        for token in tokens ?? [] {
            let end = token.ends.map { ", ends \(TimeWords.full($0))" } ?? ""
            lines.append(
                """
                Token of \(token.holder.words): \(token.scopes.words); \
                made \(TimeWords.full(token.created))\(end)
                """)
        }
        if let webhook { lines += webhook.lines(name) }
        if let secret { lines.append("The webhook's secret, shown only now: \(secret.text)") }
        if tokens?.isEmpty == true { lines.append("No token: nothing can reach it over HTTP.") }
        return lines.joined(separator: "\n")
    }

    private var settings: SpaceSettings { record.settings }

    private var features: [String] {
        SpaceSettings.Feature.allCases.filter(settings.features.contains).map(\.rawValue)
    }

    fileprivate var name: String { record.space.rawValue }

    private var totalBudget: String? {
        settings.totalBudget.map { budget in
            let left = moneyLeft.map { ", of which \(MoneyWords.dollars($0)) is left" } ?? ""
            return "Budget in all: \(MoneyWords.dollars(budget))\(left)."
        }
    }

    fileprivate var budget: String { settings.budget.map(MoneyWords.dollars) ?? "no limit" }
}

/// A token that was made; the only answer that has its secret.
struct TokenAnswer: CommandAnswer {
    let space: Space
    let new: NewToken
    /// Of its webhook.
    var secret: WebhookSecret?

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "name": space.named, "token": new.token.secret, "webhookSecret": secret?.text,
            "kind": new.holder.rawValue, "scopes": new.scopes.inOrder,
        ])
    }

    var text: String {
        [new.token.secret, secret?.text].compactMap(\.self).joined(separator: "\n")
    }
}

extension Set<Access.Scope> {
    /// In the order in which they are listed.
    fileprivate var inOrder: [String] {
        Access.Scope.allCases.filter(contains).map(\.rawValue)
    }

    /// What they allow, for a person.
    var words: String { isEmpty ? "its news" : inOrder.joined(separator: ", ") }
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
        guard scans else { return firstScan ? "one scan" : "no scans" }
        let often =
            hoursBetweenScans.map { "a scan every \($0) hours" } ?? "any number of scans"
        return weaknesses ? often : "\(often), without weaknesses"
    }
}

extension SpaceLimits {
    /// All limits by their names as members of JSON.
    var members: [String: Int] {
        Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.member, self[$0]) })
    }

    var words: String {
        func list(_ name: (FreeWork) -> Name) -> String {
            FreeWork.allCases.map { "\(self[name($0)]) \($0.plural)" }.joined(separator: ", ")
        }
        return """
            Free a day: at most \(list(\.ofPerson)) of a person; \(list(\.ofSpace)) of all together. \
            Photos and what free jobs make take at most \(self[.storage]) MB.
            """
    }
}

extension FreeWork {
    /// The work in words, several times.
    fileprivate var plural: String {
        switch self {
        case .job: "jobs"
        case .order: "orders"
        case .upload: "uploads"
        case .frame: "frames"
        case .moment: "moments"
        }
    }
}

/// A space's webhook, and what became of it.
struct WebhookSummary: Encodable {
    private let webhook: Webhook
    private let state: WebhookState
    /// Until when the secret before signs, too; `nil` if only one does.
    private let overlap: Date?

    /// - Returns: `nil` if the space has no webhook.
    init?(_ state: WebhookState, now: Date) {
        guard let webhook = state.webhook else { return nil }
        self.webhook = webhook
        self.state = state
        overlap = webhook.overlap.flatMap { $0 > now ? $0 : nil }
    }

    func encode(to encoder: any Encoder) throws {
        let failure = state.lastFailure.map { last -> JSONObject in
            [
                "at": last.at, "status": last.status, "reason": last.reason,
                "sentence": last.sentence,
            ]
        }
        try encoder.encode([
            "url": webhook.url.description, "overlap": overlap, "refused": webhook.refused,
            "pending": state.pending, "failed": state.failed, "lastFailure": failure,
        ])
    }

    func lines(_ space: String) -> [String] {
        var lines = ["Webhook: \(webhook.url.description.printable)"]
        if let overlap {
            lines.append("Two secrets sign until \(TimeWords.full(overlap)).")
        }
        if let refused = webhook.refused {
            lines.append(
                """
                Its receiver wants no more since \(TimeWords.full(refused)); \
                'headshot space set \(space) --webhook URL' begins again.
                """)
        }
        lines.append("Deliveries that wait: \(state.pending); given up: \(state.failed).")
        if let last = state.lastFailure {
            lines.append("Last failure, \(TimeWords.full(last.at)): \(last.sentence)")
        }
        return lines
    }
}

extension WebhookState.LastFailure {
    fileprivate var sentence: String { WebhookWords.failure(reason, status: status) }
}

/// The secret of a webhook, shown only when it is made.
struct WebhookSecretAnswer: CommandAnswer {
    let space: Space
    let secret: WebhookSecret

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["name": space.rawValue, "webhookSecret": text])
    }

    var text: String { secret.text }
}
