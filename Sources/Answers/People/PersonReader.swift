package import Companion
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
import People

/// Reads what is kept of a person.
package struct PersonReader: Sendable {
    private let people: PersonServices

    package init(_ people: PersonServices) { self.people = people }

    private var store: JobStore { people.store }
    private var now: Date { people.now }

    /// The person's plan, what is left of it, and what the person said.
    package func me(_ person: Person, in record: SpaceRecord) async throws -> MeAnswer {
        let settings = record.settings
        let wishes = try await store.preferences(of: person)
        let clock = try await people.clock(for: wishes, in: settings)
        let now = clock.now
        let entitlement = try await store.entitlement(of: person).best(at: now)
        let plan = entitlement.plan
        let words = try await people.texts.words(of: record)
        let hasCoaching = settings.plans[plan].coaching
        var profile: Profile?
        if settings.features.contains(.profile), hasCoaching {
            profile = try await people.profile(of: person, wishes, words).profile
        }
        let showsMatch = settings.features.contains(.celebrity) && hasCoaching
        return MeAnswer(
            person: person.rawValue, plan: plan, expires: entitlement.expires,
            features: SpaceSettings.Feature.allCases.filter(settings.features.contains)
                .map(\.rawValue),
            headshots: try await headshots(of: person, settings, now),
            scans: settings.features.contains(.scans)
                ? MeAnswer.Scans(
                    place: try await store.placeForScan(of: person, settings.plans, now: now))
                : nil,
            limits: try await people.usedLimits(of: person, in: record),
            wishes: WishesAnswer(wishes: wishes, settings: settings, words: words, clock: clock),
            streak: try await streak(of: person, settings, words, clock, plan),
            profile: profile,
            celebrity: showsMatch ? try await celebrity(of: person, wishes, now) : nil,
            firstLog: settings.features.contains(.moments) && !wishes.said.hasWritten
                ? words.moments.map { MeAnswer.FirstLog(hint: $0.hint, prefill: $0.prefill) } : nil)
    }

    /// All that is kept of a person.
    package func export(
        _ person: Person, in record: SpaceRecord
    ) async throws -> PersonExport {
        let found = try await store.jobsAndCharges(JobFilter(person: person), limit: Int.max)
        let me = try await me(person, in: record)
        let rules = record.settings.plans[me.plan]
        return PersonExport(
            me: me,
            jobs: found.map { JobResource($0.job, $0.charges, by: rules, now: now) },
            photos: try await store.uploads(of: person).map { try PhotoResource($0, by: rules) },
            scans: try await scans(of: person, by: rules),
            quiz: try await quiz(of: person, in: record),
            tips: try await tips(of: person),
            moments: try await moments(of: person, in: record),
            turns: try await TurnReader(people).resources(
                store.turns(of: person, limit: Int.max), of: person,
                people.texts.words(of: record)),
            tasks: try await store.tasks(of: person).map {
                PersonExport.DayOfTasks(day: $0.day, tasks: $0.done)
            },
            purchases: try await store.purchases(of: person).map(PersonExport.BoughtPlan.init))
    }

    private func quiz(
        of person: Person, in record: SpaceRecord
    ) async throws -> QuizResource? {
        let words = try await people.texts.words(of: record)
        guard let quiz = words.quiz else { return nil }
        let wishes = try await store.preferences(of: person)
        return QuizResource(
            wishes, Quiz(quiz), celebrity: words.sample(for: wishes, in: record.settings))
    }

    private func celebrity(
        of person: Person, _ wishes: Preferences, _ now: Date
    ) async throws -> CelebrityResource? {
        guard let match = KeptMatch(wishes) else { return nil }
        return CelebrityResource(
            match, try await people.reply(to: .celebrity, about: match.thing, of: person))
    }

    private func tips(of person: Person) async throws -> [KeptTip] {
        let tips = try await store.tips(of: person)
        let keys = tips.map { $0.type.words.key($0.period) }
        let replies = try await store.replies(to: Set(keys).sorted(), of: person, now: now)
        return zip(tips, keys).map { tip, key in
            KeptTip(period: tip.period, tip: TipResource(tip, ModelTips(replies[key])))
        }
    }

    private func moments(
        of person: Person, in record: SpaceRecord
    ) async throws -> [MomentResource] {
        let words = try await people.texts.words(of: record)
        guard let said = words.moments else { throw PersonProblem.featureOff }
        let help = HelpFinder(words, try await store.preferences(of: person))
        let moments = try await store.moments(of: person, limit: Int.max)
        let replies = try await people.replies(
            to: .praise, about: moments.map(\.client), of: person)
        return moments.map {
            MomentResource($0, replies[WordsKind.praise.key($0.client)], said, help)
        }
    }

    private func scans(of person: Person, by rules: PlanRules) async throws -> [ScanResource] {
        let scans = try await store.scans(of: person, limit: Int.max)
        let replies = try await people.replies(
            to: .coachSummary, about: scans.map(\.id), of: person)
        return try scans.map {
            try ScanResource($0, replies[WordsKind.coachSummary.key($0.id)], by: rules)
        }
    }

    private func headshots(
        of person: Person, _ settings: SpaceSettings, _ now: Date
    ) async throws -> MeAnswer.Headshots? {
        guard settings.features.contains(.headshots) else { return nil }
        let cap = try await people.limits()
        let usage = try await store.usage(
            in: person.space, of: person, counting: .headshot, cap: cap, now: now)
        let used = usage[person]?.usedToday ?? 0
        return MeAnswer.Headshots(
            dailyCap: cap.charges, usedToday: used, leftToday: max(0, cap.charges - used),
            resets: cap.nextDay(after: now))
    }

    private func streak(
        of person: Person, _ settings: SpaceSettings, _ words: Words, _ clock: PersonClock,
        _ plan: Plan
    ) async throws -> StreakAnswer? {
        guard settings.features.contains(.routine), let words = words.routine else { return nil }
        let routine = try await store.routine(of: person, on: clock.today)
        return StreakAnswer(
            streak: routine.streak, freezes: routine.freezes,
            mayFreeze: settings.plans[plan].freezes, rule: settings.streak, clock: clock,
            words: words)
    }
}

/// A person's plan, and what is left of it.
package struct MeAnswer: Encodable {
    let person: String
    let plan: Plan
    /// When the plan ends; absent for one that does not.
    let expires: Date?
    let features: [String]
    /// Absent where the space does not offer them.
    let headshots: Headshots?
    let scans: Scans?
    /// What is free today, and what of it is used.
    let limits: LimitsAnswer
    let wishes: WishesAnswer
    let streak: StreakAnswer?
    /// Absent where the space or the plan has none.
    let profile: Profile?
    /// The match that was made last; absent before there is one.
    let celebrity: CelebrityResource?
    /// What an app says before the first moment; absent after it.
    let firstLog: FirstLog?

    struct FirstLog: Encodable {
        let hint: String
        let prefill: String
    }

    struct Headshots: Encodable {
        let dailyCap: Int
        let usedToday: Int
        let leftToday: Int
        let resets: Date
    }

    struct Scans: Encodable {
        let place: ScanAllowance

        func encode(to encoder: any Encoder) throws {
            // When the next one is allowed, if that is known.
            let next: Date? = if case .later(let moment) = place { moment } else { nil }
            try encoder.encode(["allowed": place == .free, "availableAt": next])
        }
    }
}

/// All that is kept of a person; headshots and photos are behind the links.
package struct PersonExport: Encodable {
    let me: MeAnswer
    let jobs: [JobResource]
    let photos: [PhotoResource]
    let scans: [ScanResource]
    /// Absent before there are answers.
    let quiz: QuizResource?
    let tips: [KeptTip]
    let moments: [MomentResource]
    let turns: [TurnResource]
    /// The tasks that were done, by day.
    let tasks: [DayOfTasks]
    let purchases: [BoughtPlan]

    /// What the person bought from a store.
    struct BoughtPlan: Encodable {
        let record: PurchaseRecord

        func encode(to encoder: any Encoder) throws {
            try encoder.encode([
                "store": record.store, "product": record.product,
                "plan": record.entitlement.plan, "expires": record.entitlement.expires,
            ])
        }
    }

    struct DayOfTasks: Encodable {
        let day: LocalDay
        let tasks: [String: Date]
    }
}

/// A person's answers, as they are sent.
struct WishesAnswer: Encodable {
    let wishes: Preferences
    let settings: SpaceSettings
    let words: Words
    let clock: PersonClock

    func encode(to encoder: any Encoder) throws {
        let said = wishes.said
        let offers = settings.features
        let (hours, minutes) = wishes.reminderMinutes.quotientAndRemainder(dividingBy: 60)
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        try encoder.encode([
            "timeZone": clock.zone.identifier, "country": said.country,
            "onboarded": said.isOnboarded, "allowsModels": said.allowsModels,
        ])
        if offers.contains(.reminders) {
            try encoder.encode([
                "reminders": wishes.wantsReminders,
                "reminderTime": "\(digits(hours)):\(digits(minutes))",
            ])
        }
        if offers.contains(.coach) || offers.contains(.live) {
            try encoder.encode(["persona": words.coach?.persona(said.persona)?.id])
        }
        if offers.contains(.profile) {
            try encoder.encode(["theme": said.theme, "faceShape": said.faceShape])
        }
    }
}
