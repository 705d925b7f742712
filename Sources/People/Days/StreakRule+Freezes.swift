public import Foundation
public import Ground

/// Freezes: each holds a streak for one day that was missed.
extension StreakRule {
    /// Saves a streak with freezes, one for each missed day; returns how many it took, 0 if it changed nothing.
    ///
    /// It saves a streak that is over, and one that was over when the person did the day before freezing it. Freezes that do
    /// not reach are not used.
    ///
    /// - Parameter most: How many freezes the person has.
    public func freeze(
        _ streak: inout Streak, with most: Int, at now: Date, in zone: TimeZone
    ) -> Int {
        if let needed = missed(streak, at: now, in: zone, most) {
            streak.freezesUsed += needed
            return needed
        }
        guard streak.count == 1, !isOver(streak, at: now, in: zone), let lost = streak.lost,
            let done = streak.lastDone,
            let needed = missed(
                Streak(lost), at: done,
                in: streak.zone.flatMap(TimeZone.init(identifier:)) ?? zone, most)
        else { return 0 }
        streak.count = lost.count + 1
        streak.best = max(streak.best, streak.count)
        streak.lost = nil
        return needed
    }

    /// The days that a streak which is over has missed; `nil` if it goes on, or more than freezes reach.
    private func missed(
        _ streak: Streak, at now: Date, in zone: TimeZone, _ most: Int
    ) -> Int? {
        guard streak.count > 0, isOver(streak, at: now, in: zone) else { return nil }
        return (1...Self.mostDays).prefix(max(0, most)).first { days in
            var frozen = streak
            frozen.freezesUsed += days
            return !isOver(frozen, at: now, in: zone)
        }
    }

    /// No streak is held for longer than a year.
    private static let mostDays = 366
}

extension Streak {
    fileprivate init(_ lost: Lost) {
        self.init()
        count = lost.count
        lastDone = lost.lastDone
        lastDay = lost.lastDay
        zone = lost.zone
        freezesUsed = lost.freezesUsed
    }
}
