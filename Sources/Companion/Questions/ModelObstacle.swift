package import Foundation
package import HeadshotWorker
package import JobQueue
import People

/// Why no model is asked; the raw value is stable, stored, and for programs.
package enum ModelObstacle: String, Sendable {
    /// The day's answers of the plan are used up.
    case dailyLimit = "daily_limit"
    /// The person has not agreed, or the token may not ask.
    case notAllowed = "not_allowed"
    /// The plan has none.
    case plan
    /// The language cannot be judged here.
    case language
    /// What was read is kept on this machine.
    case tone
    /// There are no words.
    case noText = "no_text"
    /// The words are others than those that a model was, or would have been, asked about.
    case changed
}

/// What a person's day has of a model's answers of one kind.
package struct ModelAllowance: Sendable {
    /// By the plan.
    package let most: Int
    package let used: Int
    /// When the person's next day begins.
    package let again: Date
    /// Why no model is asked now; `nil` if one is.
    package let obstacle: ModelObstacle?

    package var left: Int { obstacle == nil ? max(0, most - used) : 0 }
}

extension PersonServices {
    /// Whether a space has a model that could be asked.
    package func hasModel(_ settings: SpaceSettings) -> Bool {
        settings.provider != ProviderKind.local.rawValue
    }

    /// Why no model may be asked for a person, whatever the day has had.
    package func obstacle(
        to kind: WordsKind, for visitor: Visitor, _ wishes: Preferences
    ) async throws -> ModelObstacle? {
        kind.obstacle(
            for: visitor, wishes, try await rules(of: visitor.person, in: visitor.settings))
    }

    /// What a person's day has of a model's answers, for the kinds that a space offers.
    package func allowances(
        for visitor: Visitor, _ wishes: Preferences
    ) async throws -> [WordsKind: ModelAllowance] {
        let settings = visitor.settings
        guard hasModel(settings) else { return [:] }
        let rules = try await rules(of: visitor.person, in: settings)
        let kinds = WordsKind.allCases.filter { settings.features.contains($0.feature) }
        let (day, used) = try await store.askedToday(
            kinds.map(\.job), of: visitor.person, by: WordsLane.name(of: settings.provider),
            at: try await clock(for: wishes, in: settings))
        var allowances: [WordsKind: ModelAllowance] = [:]
        for kind in kinds {
            let (most, taken) = (kind.cap(rules), used[kind.job] ?? 0)
            let obstacle = kind.obstacle(for: visitor, wishes, rules)
            allowances[kind] = ModelAllowance(
                most: obstacle == .plan ? 0 : most, used: taken, again: day.end,
                obstacle: obstacle ?? (taken >= most ? .dailyLimit : nil))
        }
        return allowances
    }
}

extension WordsKind {
    /// Why no model may be asked for a person by the rules of a plan, whatever the day has had.
    fileprivate func obstacle(
        for visitor: Visitor, _ wishes: Preferences, _ rules: PlanRules
    ) -> ModelObstacle? {
        guard visitor.mayAskModel, wishes.allowsModels(in: visitor.settings) == true else {
            return .notAllowed
        }
        return (needsCoaching && !rules.coaching) || cap(rules) == 0 ? .plan : nil
    }

    /// What a space has to offer for it.
    fileprivate var feature: SpaceSettings.Feature {
        switch self {
        case .praise, .daySummary: .moments
        case .tipsShort, .tipsLong: .tips
        case .celebrity: .celebrity
        case .coachSummary: .coach
        case .liveTurn: .live
        }
    }

    /// Whether it is only in plans with coaching.
    fileprivate var needsCoaching: Bool { feature != .moments }
}
