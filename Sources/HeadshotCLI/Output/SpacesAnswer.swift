import Answers
import Foundation
import Ground
import HeadshotWorker
import JobQueue

/// The spaces of a queue.
struct SpacesAnswer: CommandAnswer {
    let spaces: [SpaceAnswer]

    init(_ records: [SpaceRecord]) {
        spaces = records.map { SpaceAnswer($0) }
    }

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

/// One space.
struct SpaceAnswer: CommandAnswer {
    let name: String
    let provider: String
    /// Absent if there is no limit.
    let budgetMicroUSD: Int?
    let newPersons: Int
    let features: [String]
    /// Whether photos stay once no job needs them.
    let keepsPhotos: Bool
    let plans: PlanTable
    let preset: SpacePreset
    /// Where its persons are unless they say so; absent for where the machine is.
    let timeZone: String?
    let streak: StreakRule
    /// Whether the shown score of a scan varies by chance.
    let variesScores: Bool
    /// Who writes to moments that are hard or unclear.
    let hardMoments: String
    /// What is free, by names such as `free_jobs`.
    let limits: [String: Int]
    /// The same in words.
    let limitWords: String
    let created: Date
    /// Absent in a list.
    let tokens: [Token]?
    /// What is used of the limits of all persons together; absent in a list.
    let used: LimitsAnswer?
    /// Absent in a list, and without a webhook.
    let webhook: WebhookSummary?
    /// Shown only when it is made.
    let webhookSecret: String?

    /// A token, without its secret.
    struct Token: Encodable {
        let kind: String
        let scopes: [String]
        let created: Date
        /// Absent for one that was not replaced.
        let ends: Date?

        fileprivate init(_ record: TokenRecord) {
            kind = record.holder.rawValue
            scopes = record.scopes.inOrder.map(\.rawValue)
            created = record.created
            ends = record.ends
        }
    }

    init(
        _ record: SpaceRecord, tokens: [TokenRecord]? = nil, webhook: WebhookSummary? = nil,
        used: LimitsAnswer? = nil, secret: WebhookSecret? = nil
    ) {
        name = record.space.rawValue
        provider = record.settings.provider
        budgetMicroUSD = record.settings.budget
        newPersons = record.settings.newPersons
        features = SpaceSettings.Feature.allCases.filter(record.settings.features.contains)
            .map(\.rawValue)
        keepsPhotos = record.settings.keepsPhotos
        plans = record.settings.plans
        preset = record.settings.preset
        timeZone = record.settings.timeZone
        streak = record.settings.streak
        variesScores = record.settings.variesScores
        hardMoments = record.settings.hardMoments.rawValue
        limits = record.settings.limits.members
        limitWords = record.settings.limits.words
        created = record.created
        self.tokens = tokens.map { $0.map(Token.init) }
        self.webhook = webhook
        self.used = used
        webhookSecret = secret?.text
    }

    private enum CodingKeys: CodingKey {
        case name, provider, budgetMicroUSD, newPersons, features, keepsPhotos, plans, preset
        case timeZone, streak, variesScores, hardMoments, limits, created, tokens, webhook
        case webhookSecret, used
    }

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

/// A token that was made; the only answer that has its secret.
struct TokenAnswer: CommandAnswer {
    let name: String
    let token: String
    /// Of its webhook; absent if it has none.
    let webhookSecret: String?
    let kind: String
    let scopes: [String]

    init(
        _ space: Space, _ token: AccessToken, _ holder: Access.Holder, _ scopes: Set<Access.Scope>,
        secret: WebhookSecret? = nil
    ) {
        name = space.rawValue
        self.token = token.secret
        webhookSecret = secret?.text
        kind = holder.rawValue
        self.scopes = scopes.inOrder.map(\.rawValue)
    }

    var text: String { [token, webhookSecret].compactMap(\.self).joined(separator: "\n") }
}

extension Set<Access.Scope> {
    /// In the order in which they are listed.
    var inOrder: [Access.Scope] { Access.Scope.allCases.filter(contains) }
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

extension SpaceLimits {
    /// All limits by their names as members of JSON.
    var members: [String: Int] {
        Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.member, self[$0]) })
    }

    /// The limits in words, for an operator.
    var words: String {
        func list(_ name: (FreeWork) -> Name) -> String {
            FreeWork.allCases.map { "\(self[name($0)]) \($0.plural)" }.joined(separator: ", ")
        }
        return """
            Free a day: at most \(list(\.ofPerson)) of a person; \(list(\.ofSpace)) of all together. \
            Photos take at most \(self[.storage]) MB.
            """
    }
}

extension FreeWork {
    /// The work in words, several times.
    fileprivate var plural: String {
        switch self {
        case .job: "jobs"
        case .upload: "uploads"
        case .frame: "frames"
        case .moment: "moments"
        }
    }
}
