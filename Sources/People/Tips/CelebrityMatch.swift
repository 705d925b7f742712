import Ground

/// What is known of a person's style, as far as somebody may go with it.
public struct Taste: Sendable, Equatable {
    /// The shape of face.
    public var shape: String?
    /// The style that the person likes.
    public var theme: String?
    /// The family of colors, as a key of the quiz.
    public var family: String?
    /// What the person wants, as options of the quiz.
    public var goals: [String]

    /// Describes a taste.
    public init(
        shape: String? = nil, theme: String? = nil, family: String? = nil, goals: [String] = []
    ) {
        self.shape = shape
        self.theme = theme
        self.family = family
        self.goals = goals
    }
}

extension [Celebrity] {
    /// Those who go with a taste, the best first; empty if the list has no one for it.
    ///
    /// Somebody of another shape, theme or family does not match. A theme counts more than all else: this is about style. Of
    /// shape, family and goal each counts as much. The best few take turns, so that not everyone of a taste gets the same
    /// one; but no one takes turns with those of the theme who is not of it.
    ///
    /// - Parameter seed: Decides who comes first of those who take turns; any number, the same for the same person.
    public func matches(_ taste: Taste, seed: UInt64) -> [Celebrity] {
        func fit(_ celebrity: Celebrity) -> Int? {
            if let wanted = celebrity.theme, wanted != taste.theme { return nil }
            if let wanted = celebrity.shape, wanted != taste.shape { return nil }
            if let wanted = celebrity.families, let family = taste.family,
                !wanted.contains(family)
            {
                return nil
            }
            let hasFamily = celebrity.families != nil && taste.family != nil
            let hasGoal = celebrity.goals.map { !Set($0).isDisjoint(with: taste.goals) } ?? false
            return (celebrity.theme == nil ? 0 : 4) + (celebrity.shape == nil ? 0 : 1)
                + (hasFamily ? 1 : 0) + (hasGoal ? 1 : 0)
        }
        let ranked = Dictionary(grouping: compactMap { one in fit(one).map { (one, $0) } }) { $0.1 }
            .sorted { $0.key > $1.key }
        var groups: [[Celebrity]] = []
        for (_, equals) in ranked {
            var names = equals.map(\.0)
            if let last = groups.last, last.areOfTheme == names.areOfTheme {
                let missing = Swift.min(Swift.max(0, fewestInTurn - last.count), names.count)
                groups[groups.count - 1] += names.prefix(missing)
                names.removeFirst(missing)
            }
            if !names.isEmpty { groups.append(names) }
        }
        return groups.flatMap { names in
            let first = names.indices.chosen(by: seed) ?? 0
            return names[first...] + names[..<first]
        }
    }

    private var areOfTheme: Bool { contains { $0.theme != nil } }
}

/// So that no one is named to more than a quarter of the people of one taste.
private let fewestInTurn = 4
