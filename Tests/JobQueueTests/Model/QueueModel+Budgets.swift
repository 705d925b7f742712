import JobQueue

/// Spaces without money: their jobs are passed over, and wait once nothing else is due.
extension QueueModel {
    /// Stands for all spaces in ``spent``.
    static let everySpace = "~"

    /// When a space may spend again.
    func opening(of space: Space) -> Int {
        max(spent[space.rawValue] ?? .min, spent[Self.everySpace] ?? .min)
    }

    /// Notes that a space has no money left, as claims look for after a budget has held a charge back that day.
    mutating func noteIfSpent(_ space: Space) -> Bool {
        guard shortDay == cap.day(of: Self.date(now)), space != .commandLine,
            spentToday(in: space) >= Self.spaceBudget
        else { return false }
        spent[space.rawValue] = nextDay
        return true
    }

    /// Makes the due jobs of spaces without money wait.
    mutating func setAsideSpent() {
        for index in sight.jobs.indices {
            let opening = opening(of: sight.jobs[index].person.space)
            guard sight.jobs[index].isDue(now), !sight.jobs[index].isFree, opening > now else {
                continue
            }
            sight.jobs[index].due = opening
            sight.jobs[index].reason = "budget"
        }
    }

    /// Lets the jobs go on of spaces that have money again.
    mutating func releaseSpent(_ isReleased: (String) -> Bool) {
        let released = spent.filter { $0.value > now && isReleased($0.key) }.keys
        for name in released { spent[name] = now }
        for index in sight.jobs.indices
        where sight.jobs[index].isOverBudget && sight.jobs[index].due > now {
            let space = sight.jobs[index].person.space.rawValue
            let isUnheld = released.contains(Self.everySpace) && (spent[space] ?? .min) <= now
            if isUnheld || released.contains(space) { sight.jobs[index].due = now }
        }
    }
}
