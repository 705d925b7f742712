public import Foundation

/// The most that a day may cost, in millionths of a US dollar, as an operator sets it and changes it while programs run.
public struct DayBudget: Sendable, ExpressibleByIntegerLiteral {
    private struct Change: Sendable {
        let most: Int
        let asked: Date
        let done: Date
    }

    private var changes: [Change]

    /// A budget that stays the same.
    public init(integerLiteral most: Int) {
        changes = [Change(most: most, asked: .distantPast, done: .distantPast)]
    }

    /// Notes another limit, which came into force between two moments; nil is no limit.
    public mutating func change(to most: Int?, asked: Date, done: Date) {
        changes.append(Change(most: most ?? .max, asked: asked, done: done))
    }

    /// The largest limit that may have been in force at a moment.
    func most(at moment: Date) -> Int {
        let asked = changes.filter { $0.asked <= moment }
        let latest = asked.lastIndex { $0.done <= moment } ?? 0
        return asked[latest...].map(\.most).max() ?? 0
    }
}

/// The most that a day may cost.
public struct DayBudgets: Sendable {
    /// For all persons together; nil is no limit.
    public var ofAll: DayBudget?
    /// For the persons of a space, by its name.
    public var ofSpaces: [String: DayBudget]

    /// Describes budgets.
    public init(ofAll: DayBudget? = nil, ofSpaces: [String: DayBudget] = [:]) {
        self.ofAll = ofAll
        self.ofSpaces = ofSpaces
    }

    /// At no moment did a day's charges count for more than a budget.
    func brokenPromises(_ charges: [QueueSight.Charge]) -> [String] {
        let limits = [(String?.none, ofAll)] + ofSpaces.sorted { $0.key < $1.key }.map { ($0, $1) }
        return limits.flatMap { space, limit -> [String] in
            guard let limit else { return [] }
            let counting = charges.filter { space == nil || $0.space == space }
            let days = Dictionary(grouping: counting, by: \.day).sorted { $0.key < $1.key }
            return days.compactMap { day, charges in
                let sums = charges.map { charge in
                    (
                        sum: counted(charges, at: charge.started),
                        most: limit.most(at: charge.started)
                    )
                }
                guard let breach = sums.first(where: { $0.sum > $0.most }) else { return nil }
                let owner = space.map { "of \($0)" } ?? "of all"
                return
                    "The budget \(owner) was exceeded on \(day): \(breach.sum) of \(breach.most)."
            }
        }
    }

    /// What charges counted for when one of them started.
    private func counted(_ charges: [QueueSight.Charge], at moment: Date) -> Int {
        charges.filter { $0.started <= moment }.map { charge in
            let isOpen = charge.settled.map { $0 > moment } ?? true
            if !isOpen, charge.state == "free" { return 0 }
            let bound = charge.bound ?? charge.estimate ?? 0
            return isOpen ? bound : charge.cost ?? bound
        }
        .reduce(0, +)
    }
}
