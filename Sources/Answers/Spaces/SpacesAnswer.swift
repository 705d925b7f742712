package import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue

/// The spaces of a queue.
package struct SpacesAnswer: Encodable {
    package let spaces: [SpaceAnswer]

    package init(_ records: [SpaceRecord]) {
        spaces = records.map { SpaceAnswer($0) }
    }
}

/// One space.
package struct SpaceAnswer: Encodable {
    package let name: String
    package let provider: String
    /// Absent if there is no limit.
    package let budgetMicroUSD: Int?
    package let newPersons: Int
    package let features: [String]
    /// Whether photos stay once no job needs them.
    package let keepsPhotos: Bool
    package let plans: PlanTable
    package let preset: SpacePreset
    /// Where its persons are unless they say so; absent for where the machine is.
    package let timeZone: String?
    package let streak: StreakRule
    /// Whether the score of a scan that is told varies by chance.
    package let variesScores: Bool
    /// Who writes to moments that are hard or unclear.
    package let hardMoments: String
    /// What is free, by names such as `free_jobs`.
    package let limits: [String: Int]
    /// The same in words.
    package let limitWords: String
    package let created: Date
    /// Absent in a list.
    package let tokens: [Token]?
    /// What is used of the limits of all persons together; absent in a list.
    package let used: LimitsAnswer?
    /// Absent in a list, and without a webhook.
    package let webhook: WebhookSummary?
    /// Told only when it is made.
    package let webhookSecret: String?

    /// A token, without its secret.
    package struct Token: Encodable {
        package let kind: String
        package let scopes: [String]
        package let created: Date
        /// Absent for one that was not replaced.
        package let ends: Date?

        fileprivate init(_ record: TokenRecord) {
            kind = record.holder.rawValue
            scopes = record.scopes.inOrder.map(\.rawValue)
            created = record.created
            ends = record.ends
        }
    }

    package init(
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
}

/// A token that was made; the only answer that has its secret.
package struct TokenAnswer: Encodable {
    package let name: String
    package let token: String
    /// Of its webhook; absent if it has none.
    package let webhookSecret: String?
    package let kind: String
    package let scopes: [String]

    package init(
        _ space: Space, _ token: AccessToken, _ holder: Access.Holder, _ scopes: Set<Access.Scope>,
        secret: WebhookSecret? = nil
    ) {
        name = space.rawValue
        self.token = token.secret
        webhookSecret = secret?.text
        kind = holder.rawValue
        self.scopes = scopes.inOrder.map(\.rawValue)
    }
}

extension Set<Access.Scope> {
    /// In the order in which they are told.
    package var inOrder: [Access.Scope] { Access.Scope.allCases.filter(contains) }
}

extension Space {
    /// The name as it is told; `nil` for the command line's own space, which is not mentioned.
    package var named: String? { self == .commandLine ? nil : rawValue }
}
