package import Companion
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
package import People

/// Reads what is kept of a person.
package struct PersonReader: Sendable {
    let people: PersonServices

    package init(_ people: PersonServices) { self.people = people }

    var store: JobStore { people.store }
    private var now: Date { people.now }

    /// The person's plan, what is left of it, and what the person said.
    package func me(_ person: Person, in record: SpaceRecord) async throws -> JSONObject {
        let settings = record.settings
        let offers = settings.features
        let wishes = try await store.preferences(of: person)
        let clock = try await people.clock(for: wishes, in: settings)
        let now = clock.now
        let entitlement = try await store.entitlement(of: person).best(at: now)
        let plan = entitlement.plan
        let words = try await people.texts.words(of: record)
        let hasCoaching = settings.plans[plan].coaching
        var profile: Profile?
        if offers.contains(.profile) {
            // What was shown in a plan stays shown.
            let known = try await people.profile(of: person, wishes, words, ofPaid: !hasCoaching)
            profile = hasCoaching || !known.scans.isEmpty ? known.profile : nil
        }
        var scans: ScanPlace?
        if offers.contains(.scans) {
            let place = try await store.placeForScan(of: person, settings.plans, now: now)
            scans = ScanPlace(place: place, hours: settings.plans[plan].hoursBetweenScans)
        }
        let limits = try await people.usedLimits(of: person, in: record)
        let allowances = try await people.allowances(
            for: Visitor(person, in: record, mayAskModel: true), wishes)
        let headshots = try await headshots(of: person, settings, clock)
        let streak = try await streak(of: person, in: record)
        let match =
            offers.contains(.celebrity) ? try await celebrity(of: person, wishes, now) : nil
        // What an app says before the first moment.
        let isFirst = offers.contains(.moments) && !wishes.said.hasWritten
        let firstLog = (isFirst ? words.moments : nil).map { moments -> JSONObject in
            ["hint": moments.hint, "prefill": moments.prefill]
        }
        return [
            "person": person.rawValue, "plan": plan, "expires": entitlement.expires,
            "features": SpaceSettings.Feature.allCases.filter(offers.contains).map(\.rawValue),
            "headshots": headshots, "scans": scans, "limits": limits,
            "models": ConsentAnswer(wishes: wishes, settings: settings),
            "allowances": allowances.answers,
            "wishes": WishesAnswer(wishes: wishes, settings: settings, words: words, clock: clock),
            "streak": streak, "profile": profile, "celebrity": match, "firstLog": firstLog,
            "keptSeconds": settings.keeping.answer,
        ]
    }

    func quiz(
        of person: Person, in record: SpaceRecord
    ) async throws -> QuizResource? {
        let words = try await people.texts.words(of: record)
        guard let quiz = words.quiz else { return nil }
        let wishes = try await store.preferences(of: person)
        return QuizResource(
            wishes, Quiz(quiz),
            measured: try await people.measuredShape(of: person, wishes, in: record),
            celebrity: try await people.sample(for: person, wishes, in: record))
    }

    private func celebrity(
        of person: Person, _ wishes: Preferences, _ now: Date
    ) async throws -> CelebrityResource? {
        guard let match = KeptMatch(wishes) else { return nil }
        return CelebrityResource(
            match, try await people.reply(to: .celebrity, about: match.thing, of: person))
    }

    func tips(_ tips: [Tip], of person: Person) async throws -> [KeptTip] {
        let keys = tips.map { $0.type.words.key($0.thing) }
        let replies = try await store.replies(to: Set(keys).sorted(), of: person, now: now)
        return zip(tips, keys).map { tip, key in
            KeptTip(period: tip.period, tip: TipResource(tip, ModelTips(replies[key])))
        }
    }

    func moments(
        _ moments: [Moment], of person: Person, in record: SpaceRecord
    ) async throws -> [MomentResource] {
        let words = try await people.texts.words(of: record)
        guard let said = words.moments else { throw PersonProblem.featureOff }
        let help = HelpFinder(words, try await store.preferences(of: person))
        let replies = try await people.replies(
            to: .praise, about: moments.map(\.client), of: person)
        return moments.map {
            MomentResource($0, replies[WordsKind.praise.key($0.client)], said, help)
        }
    }

    /// Days with what a model wrote about their moments as they are.
    package func resources(
        _ days: [MomentDay], of person: Person, _ words: MomentWords
    ) async throws -> [DayResource] {
        // A day that was summed up before days had versions keeps its summary until one of its moments goes.
        let replies = try await people.replies(
            to: .daySummary, about: days.flatMap { [$0.thing, $0.day.description] }, of: person)
        return days.map { day in
            let keys = [day.thing, day.day.description].map(WordsKind.daySummary.key)
            return DayResource(day, keys.lazy.compactMap { replies[$0] }.first, words)
        }
    }

    func scans(
        _ scans: [Scan], of person: Person, by rules: PlanRules
    ) async throws -> [ScanResource] {
        let replies = try await people.replies(
            to: .coachSummary, about: scans.map(\.id), of: person)
        return try scans.map {
            try ScanResource($0, replies[WordsKind.coachSummary.key($0.id)], by: rules)
        }
    }

    private func headshots(
        of person: Person, _ settings: SpaceSettings, _ clock: PersonClock
    ) async throws -> JSONObject? {
        guard settings.features.contains(.headshots) else { return nil }
        let cap = try await people.limits()
        let usage = try await store.usage(
            in: person.space, of: person, counting: .headshot, cap: cap, now: clock.now)
        let used = usage[person]?.usedToday ?? 0
        // The queue's midnight, as the person's clock shows it.
        let resets = cap.nextDay(after: clock.now)
        return [
            "dailyCap": cap.charges, "usedToday": used, "leftToday": max(0, cap.charges - used),
            "resets": resets, "localDay": clock.day(of: resets),
            "localTime": clock.time(of: resets),
        ]
    }

    func streak(of person: Person, in record: SpaceRecord) async throws -> StreakAnswer? {
        guard record.settings.features.contains(.routine) else { return nil }
        let visitor = Visitor(person, in: record, mayAskModel: false)
        do {
            return StreakAnswer(state: try await people.routine(for: visitor))
        } catch PersonProblem.featureOff {
            return nil
        }
    }
}

/// Whether a person may have a scan now.
private struct ScanPlace: Encodable {
    let place: ScanAllowance
    /// The hours between two; `nil` if the plan limits none.
    let hours: Int?

    private var isLimited: Bool { hours != nil || place == .notInPlan }

    func encode(to encoder: any Encoder) throws {
        // When the next one is allowed, if that is known.
        let next: Date? = if case .later(let moment) = place { moment } else { nil }
        let reason: String? =
            switch place {
            case .free: nil
            case .later: "scan_limit"
            case .notInPlan: "plan"
            }
        try encoder.encode([
            "allowed": place == .free, "availableAt": next, "reason": reason,
            // As many as are left at once, where they are limited.
            "left": isLimited ? (place == .free ? 1 : 0) : nil, "everyHours": hours,
        ])
    }
}

/// Whether anything of a person goes to a model, as the person has said.
private struct ConsentAnswer: Encodable {
    let wishes: Preferences
    let settings: SpaceSettings

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "asked": wishes.said.answeredModels != nil,
            // Absent until the person is asked, in a space that waits for it.
            "allowed": wishes.allowsModels(in: settings), "at": wishes.said.answeredModels,
        ])
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
            "onboarded": said.isOnboarded,
            "allowsModels": wishes.allowsModels(in: settings) ?? false,
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
