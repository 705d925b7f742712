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
    /// shape, family and goal each counts as much.
    ///
    /// - Parameter seed: Decides among those who go equally well; any number, the same for the same person.
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
        return ranked.sorted { $0.key > $1.key }.flatMap { _, equals in
            let names = equals.map(\.0)
            let first = names.indices.chosen(by: seed) ?? 0
            return names[first...] + names[..<first]
        }
    }
}
