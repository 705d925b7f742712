package import Foundation
package import HeadshotWorker
package import JobQueue

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
    /// When the next day begins.
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
        let (cap, now) = (try await limits(), now)
        let used = try await store.askedToday(
            kinds.map(\.job), of: visitor.person, by: WordsLane.name(of: settings.provider),
            on: cap.day(of: now))
        var allowances: [WordsKind: ModelAllowance] = [:]
        for kind in kinds {
            let (most, taken) = (kind.cap(rules), used[kind.job] ?? 0)
            let obstacle = kind.obstacle(for: visitor, wishes, rules)
            allowances[kind] = ModelAllowance(
                most: obstacle == .plan ? 0 : most, used: taken, again: cap.nextDay(after: now),
                obstacle: obstacle ?? (taken >= most ? .dailyLimit : nil))
        }
        return allowances
    }
}

extension JobStore {
    /// How many answers a person has asked for on a day, by their kinds: those that were sent, and those that still may be.
    package nonisolated func askedToday(
        _ kinds: [JobKind], of person: Person, by provider: String, on day: String
    ) async throws(JobQueueError) -> [JobKind: Int] {
        try await read { tx in
            var asked: [JobKind: Int] = [:]
            for kind in kinds {
                let sent = try tx.count(
                    "charge WHERE space = ? AND person = ? AND kind = ? AND day = ? AND state <> 'free'",
                    person.arguments + [kind.rawValue, day])
                asked[kind] = try sent + Self.unsent(kind, of: person, by: provider, tx)
            }
            return asked
        }
    }

    /// How many jobs of a person wait for their charge.
    static func unsent(
        _ kind: JobKind, of person: Person, by provider: String, _ tx: any QueueTransaction
    ) throws -> Int {
        try tx.count(
            """
            job WHERE \(isOpenSQL) AND provider = ? AND space = ? AND person = ? AND kind = ?
                AND NOT EXISTS (
                    SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
            """, [provider] + person.arguments + [kind.rawValue])
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
