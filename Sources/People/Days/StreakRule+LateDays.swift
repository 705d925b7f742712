public import Foundation
public import Ground

extension StreakRule {
    /// Adds a day that was done at a moment, which may be past: a phone that was offline sends days late, and in any order.
    ///
    /// - Parameter days: The days that count, in their order, from the last one before the day on.
    public func add(
        _ moment: Date, to streak: inout Streak, among days: inout [StreakDay], in zone: TimeZone
    ) {
        let day = LocalDay(of: moment, in: zone)
        guard let last = streak.lastDay, day < last else {
            return add(moment, to: &streak, in: zone)
        }
        guard !days.contains(where: { $0.day == day }) else { return }
        let place = days.firstIndex { $0.day > day } ?? days.count
        days.insert(
            StreakDay(day: day, done: moment, zone: zone.identifier, count: 1), at: place)
        // One more day makes no count smaller, also where the days before are not known.
        for index in days.indices.dropFirst(max(place, 1))
        where goesOn(from: days[index - 1], to: days[index], in: zone) {
            days[index].count = max(days[index].count, days[index - 1].count + 1)
        }
        streak.totalDays += 1
        streak.count = max(streak.count, days.last?.count ?? 0)
        streak.best = max(streak.best, days.map(\.count).max() ?? 0)
        // As if the days had come in their order.
        streak.lost =
            streak.count > 1 ? nil : days.last { $0.day < last }.map(Streak.Lost.init(_:))
    }

    private func goesOn(from day: StreakDay, to next: StreakDay, in zone: TimeZone) -> Bool {
        var streak = Streak()
        streak.count = day.count
        streak.lastDone = day.done
        streak.lastDay = day.day
        streak.zone = day.zone
        streak.freezesUsed = day.freezesUsed
        let there = TimeZone(identifier: next.zone) ?? zone
        return !isOver(streak, at: next.done, in: there)
    }
}
