package import Companion
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
import People

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
        if offers.contains(.profile), hasCoaching {
            profile = try await people.profile(of: person, wishes, words).profile
        }
        var scans: ScanPlace?
        if offers.contains(.scans) {
            let place = try await store.placeForScan(of: person, settings.plans, now: now)
            scans = ScanPlace(place: place)
        }
        let limits = try await people.usedLimits(of: person, in: record)
        let headshots = try await headshots(of: person, settings, now)
        let streak = try await streak(of: person, settings, words, clock, plan)
        let showsMatch = offers.contains(.celebrity) && hasCoaching
        let match = showsMatch ? try await celebrity(of: person, wishes, now) : nil
        // What an app says before the first moment.
        let isFirst = offers.contains(.moments) && !wishes.said.hasWritten
        let firstLog = (isFirst ? words.moments : nil).map { moments -> JSONObject in
            ["hint": moments.hint, "prefill": moments.prefill]
        }
        return [
            "person": person.rawValue, "plan": plan, "expires": entitlement.expires,
            "features": SpaceSettings.Feature.allCases.filter(offers.contains).map(\.rawValue),
            "headshots": headshots, "scans": scans, "limits": limits,
            "wishes": WishesAnswer(wishes: wishes, settings: settings, words: words, clock: clock),
            "streak": streak, "profile": profile, "celebrity": match, "firstLog": firstLog,
        ]
    }

    func quiz(
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

    func tips(of person: Person) async throws -> [KeptTip] {
        let tips = try await store.tips(of: person)
        let keys = tips.map { $0.type.words.key($0.period) }
        let replies = try await store.replies(to: Set(keys).sorted(), of: person, now: now)
        return zip(tips, keys).map { tip, key in
            KeptTip(period: tip.period, tip: TipResource(tip, ModelTips(replies[key])))
        }
    }

    private func headshots(
        of person: Person, _ settings: SpaceSettings, _ now: Date
    ) async throws -> JSONObject? {
        guard settings.features.contains(.headshots) else { return nil }
        let cap = try await people.limits()
        let usage = try await store.usage(
            in: person.space, of: person, counting: .headshot, cap: cap, now: now)
        let used = usage[person]?.usedToday ?? 0
        return [
            "dailyCap": cap.charges, "usedToday": used, "leftToday": max(0, cap.charges - used),
            "resets": cap.nextDay(after: now),
        ]
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

/// Whether a person may have a scan now.
private struct ScanPlace: Encodable {
    let place: ScanAllowance

    func encode(to encoder: any Encoder) throws {
        // When the next one is allowed, if that is known.
        let next: Date? = if case .later(let moment) = place { moment } else { nil }
        try encoder.encode(["allowed": place == .free, "availableAt": next])
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
