public import Foundation
public import Ground

/// What a person may be reminded of.
public struct Reminder: Sendable, Equatable {
    /// What it is about; the raw value is stable and stored.
    public enum Kind: String, Sendable, CaseIterable {
        /// The tasks of the day.
        case daily
        /// A streak that is about to end.
        case atRisk = "streak_at_risk"
    }

    /// What it is about.
    public let kind: Kind
    /// The person's day.
    public let day: LocalDay
    /// When it is due.
    public let moment: Date
    /// The words to show.
    public let title: String
    /// The words below.
    public let body: String

    /// Describes a reminder.
    public init(kind: Kind, day: LocalDay, moment: Date, title: String, body: String) {
        self.kind = kind
        self.day = day
        self.moment = moment
        self.title = title
        self.body = body
    }
}

/// What decides which reminders a person gets, and when.
///
/// There are none at night, except at the minute that the person chose; two a day at most, two hours apart; and none once the
/// day is done.
public struct ReminderState: Sendable {
    /// The person's time zone.
    public var zone: TimeZone
    /// When the person wants to be reminded, in minutes since midnight as clocks show it.
    public var minutes: Int
    /// When the person chose that; an earlier time of the same day does not count.
    public var since: Date?
    /// The streak.
    public var streak: Streak
    /// How long it lasts.
    public var rule: StreakRule
    /// The reminders that were sent, or that a program is sending.
    public var sent: [Sent]

    /// A reminder that was sent.
    public struct Sent: Sendable, Equatable {
        /// What it was about.
        public let kind: Reminder.Kind
        /// The person's day.
        public let day: LocalDay
        /// When it was sent.
        public let moment: Date

        /// Describes a reminder that was sent.
        public init(kind: Reminder.Kind, day: LocalDay, moment: Date) {
            self.kind = kind
            self.day = day
            self.moment = moment
        }
    }

    /// Describes a person.
    public init(
        zone: TimeZone, minutes: Int, since: Date? = nil, streak: Streak, rule: StreakRule,
        sent: [Sent] = []
    ) {
        self.zone = zone
        self.minutes = minutes
        self.since = since
        self.streak = streak
        self.rule = rule
        self.sent = sent
    }

    /// The reminder that is due; at most one at a time.
    public func due(at now: Date, words: RoutineWords.Reminders) -> Reminder? {
        let today = LocalDay(of: now, in: zone)
        let ofToday = sent.filter { $0.day == today }
        guard ofToday.count < Self.mostADay,
            sent.allSatisfy({ abs(now.timeIntervalSince($0.moment)) >= Self.pause })
        else { return nil }
        let open = planned(on: today).filter { plan in
            !ofToday.contains { $0.kind == plan.kind && $0.moment >= (since ?? $0.moment) }
        }
        let due = open.filter { plan in
            guard plan.moment <= now, mayCome(plan.kind, at: now, on: today) else { return false }
            switch plan.kind {
            // What was sent after its time has said it already.
            case .daily: return ofToday.allSatisfy { $0.moment < plan.moment }
            // The chosen minute is near, and comes first.
            case .atRisk:
                return rule.isAtRisk(streak, at: now, in: zone)
                    && !open.contains { $0.moment > now && $0.moment < now + Self.pause }
            }
        }
        return due.max { $0.moment < $1.moment }.map {
            reminder($0.kind, on: today, at: now, words: words)
        }
    }

    /// The next reminders, as they come if nothing is done; for a phone that schedules them itself.
    public func next(
        _ count: Int, after now: Date, words: RoutineWords.Reminders
    ) -> [Reminder] {
        var state = self
        var found: [Reminder] = []
        let first = LocalDay(of: now, in: zone)
        for day in (0...count + 1).map(first.adding(days:)) {
            for plan in state.planned(on: day) where plan.moment > now && found.count < count {
                guard let reminder = state.due(at: plan.moment, words: words) else { continue }
                found.append(reminder)
                state.sent.append(Sent(kind: reminder.kind, day: day, moment: plan.moment))
            }
        }
        return found
    }

    private typealias Plan = (kind: Reminder.Kind, moment: Date)

    /// The reminders of a day, in their order.
    private func planned(on day: LocalDay) -> [Plan] {
        if let last = streak.lastDay, day <= last { return [] }
        let daily = dailyTime(on: day)
        var plans: [Plan] = daily < since ?? daily ? [] : [(.daily, daily)]
        if var risk = rule.riskBegins(streak, on: day, in: zone) {
            if !plans.isEmpty, abs(risk.timeIntervalSince(daily)) < Self.pause {
                risk = daily + Self.pause
            }
            if !rule.isOver(streak, at: risk, in: zone), mayCome(.atRisk, at: risk, on: day) {
                plans.append((.atRisk, risk))
            }
        }
        return plans.sorted { $0.moment < $1.moment }
    }

    /// The chosen minute; by the window an hour before a streak ends, if that is earlier and not at night.
    private func dailyTime(on day: LocalDay) -> Date {
        let chosen = day.moment(minutes: minutes, in: zone)
        guard rule == .window, streak.count > 0, let end = rule.deadline(of: streak, in: zone)
        else { return chosen }
        guard end - Self.hour < chosen else { return chosen }
        let early = min(end - Self.hour, day.moment(minutes: PersonHours.night - 1, in: zone))
        return early >= day.moment(minutes: PersonHours.morning, in: zone) ? early : chosen
    }

    /// Whether it is day, or within the hour after a minute at night that the person chose.
    private func mayCome(_ kind: Reminder.Kind, at moment: Date, on day: LocalDay) -> Bool {
        if PersonHours.areWaking(at: moment, on: day, in: zone) { return true }
        let chosen = day.moment(minutes: minutes, in: zone)
        return kind == .daily && !PersonHours.areWaking(at: chosen, on: day, in: zone)
            && (0..<Self.hour).contains(moment.timeIntervalSince(chosen))
    }

    private func reminder(
        _ kind: Reminder.Kind, on day: LocalDay, at moment: Date, words: RoutineWords.Reminders
    ) -> Reminder {
        let title: String
        let body: String
        switch kind {
        case .daily:
            let days = rule.shown(streak, at: moment, in: zone)
            title = words.daily.title
            body =
                days > 0
                ? words.daily.bodyWithStreak.counting(days, as: "days") : words.daily.body
        case .atRisk:
            let left = rule.deadline(of: streak, in: zone)?.timeIntervalSince(moment) ?? 0
            title = words.atRisk.title
            body =
                left < Self.hour / 2
                ? words.atRisk.bodySoon
                : words.atRisk.body.counting(PersonHours.rounded(left), as: "hours")
        }
        return Reminder(kind: kind, day: day, moment: moment, title: title, body: body)
    }

    private static let mostADay = 2
    /// In seconds.
    private static let hour: TimeInterval = 3600
    /// In seconds: two reminders are never nearer to each other.
    private static let pause: TimeInterval = 2 * 3600
}
