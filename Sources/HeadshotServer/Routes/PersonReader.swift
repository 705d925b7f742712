import Answers
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
import People
package import Setup

/// Reads what is kept of a person.
package struct PersonReader: Sendable {
    private let session: Session
    private let shelf: WordsShelf

    init(session: Session, shelf: WordsShelf) {
        self.session = session
        self.shelf = shelf
    }

    package init(session: Session) {
        self.init(session: session, shelf: WordsShelf(store: session.store))
    }

    /// The person's plan, what is left of it, and what the person said.
    func me(_ person: Person, in record: SpaceRecord) async throws -> MeAnswer {
        let settings = record.settings
        let store = session.store
        let wishes = try await store.wishes(of: person)
        let clock = try await session.clock(for: wishes, in: settings)
        let now = clock.now
        let entitlement = try await store.entitlement(of: person).best(at: now)
        let plan = entitlement.plan
        let words = try await shelf.words(of: record)
        let hasCoaching = settings.plans[plan].coaching
        var profile: Profile?
        if settings.features.contains(.profile), hasCoaching {
            profile = try await ProfileReader(session: session)
                .profile(of: person, wishes, words).profile
        }
        let showsMatch = settings.features.contains(.celebrity) && hasCoaching
        return MeAnswer(
            person: person.rawValue, plan: plan, expires: entitlement.expires,
            features: SpaceSettings.Feature.allCases.filter(settings.features.contains)
                .map(\.rawValue),
            headshots: try await headshots(of: person, settings, now),
            scans: settings.features.contains(.scans)
                ? MeAnswer.Scans(
                    try await store.placeForScan(of: person, settings.plans, now: now)) : nil,
            limits: try await session.usedLimits(of: person, in: record),
            wishes: WishesAnswer(wishes, settings, words, clock),
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
        let store = session.store
        let now = session.configuration.environment.now
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
            turns: try await TurnReader(session: session, shelf: shelf).resources(
                store.turns(of: person, limit: Int.max), of: person,
                shelf.words(of: record)),
            tasks: try await store.tasks(of: person).map {
                PersonExport.DayOfTasks(day: $0.day, tasks: $0.done)
            },
            purchases: try await store.purchases(of: person).map(PersonExport.BoughtPlan.init))
    }

    private func quiz(
        of person: Person, in record: SpaceRecord
    ) async throws -> QuizResource? {
        guard let words = try await shelf.words(of: record).quiz else { return nil }
        let wishes = try await session.store.wishes(of: person)
        return QuizResource(
            wishes, Quiz(words),
            celebrity: try await shelf.words(of: record).sample(for: wishes, in: record.settings))
    }

    private func celebrity(
        of person: Person, _ wishes: Wishes, _ now: Date
    ) async throws -> CelebrityResource? {
        guard let match = KeptMatch(wishes) else { return nil }
        let reply = try await session.store.reply(to: match.key, of: person, now: now)
        return CelebrityResource(match, reply)
    }

    private func tips(of person: Person) async throws -> [KeptTip] {
        let tips = try await session.store.tips(of: person)
        let keys = tips.map { Asking.key($0.type.words, $0.period) }
        let replies = try await session.store.replies(
            to: Set(keys).sorted(), of: person, now: session.configuration.environment.now)
        return zip(tips, keys).map { tip, key in
            KeptTip(period: tip.period, tip: TipResource(tip, ToldTips(replies[key])))
        }
    }

    private func moments(
        of person: Person, in record: SpaceRecord
    ) async throws -> [MomentResource] {
        let words = try await shelf.words(of: record)
        guard let said = words.moments else { throw Refusal.defect }
        let help = HelpFinder(words, try await session.store.wishes(of: person))
        let moments = try await session.store.moments(of: person, limit: Int.max)
        let keys = moments.map { Asking.key(.praise, $0.client) }
        let replies = try await session.store.replies(
            to: keys, of: person, now: session.configuration.environment.now)
        return zip(moments, keys).map { MomentResource($0, replies[$1], said, help) }
    }

    private func scans(of person: Person, by rules: PlanRules) async throws -> [ScanResource] {
        let scans = try await session.store.scans(of: person, limit: Int.max)
        let replies = try await session.store.replies(
            to: scans.map(ScanSummary.key), of: person,
            now: session.configuration.environment.now)
        return try scans.map { try ScanResource($0, replies[ScanSummary.key($0)], by: rules) }
    }

    private func headshots(
        of person: Person, _ settings: SpaceSettings, _ now: Date
    ) async throws -> MeAnswer.Headshots? {
        guard settings.features.contains(.headshots) else { return nil }
        let cap = try await session.keptLimits
        let usage = try await session.store.usage(
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
        let routine = try await session.store.routine(of: person, on: clock.today)
        return StreakAnswer(
            routine.streak, freezes: routine.freezes, mayFreeze: settings.plans[plan].freezes,
            settings.streak, clock, words)
    }
}

/// A person's plan, and what is left of it.
struct MeAnswer: Encodable {
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
        let allowed: Bool
        /// When the next one is allowed, if that is known.
        let availableAt: Date?

        init(_ place: ScanPlace) {
            switch place {
            case .free: (allowed, availableAt) = (true, nil)
            case .later(let moment): (allowed, availableAt) = (false, moment)
            case .notInPlan: (allowed, availableAt) = (false, nil)
            }
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
        /// Absent if the store did not say.
        let store: String?
        /// Absent if the store did not say.
        let product: String?
        let plan: Plan
        /// Absent for one that does not end.
        let expires: Date?

        init(_ record: PurchaseRecord) {
            store = record.store
            product = record.product
            plan = record.entitlement.plan
            expires = record.entitlement.expires
        }
    }

    struct DayOfTasks: Encodable {
        let day: LocalDay
        let tasks: [String: Date]
    }
}
