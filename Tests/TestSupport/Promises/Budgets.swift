import Foundation

/// The most that a day may cost, in millionths of a US dollar; nil is no limit.
public struct DayBudgets: Sendable {
    /// For all persons together.
    public var ofAll: Int?
    /// For the persons of a space, by its name.
    public var ofSpaces: [String: Int]

    /// Describes budgets.
    public init(ofAll: Int? = nil, ofSpaces: [String: Int] = [:]) {
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
                let most = charges.map { counted(charges, at: $0.started) }.max() ?? 0
                guard most > limit else { return nil }
                let owner = space.map { "of \($0)" } ?? "of all"
                return "The budget \(owner) was exceeded on \(day): \(most) of \(limit)."
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
