/// Chooses what a person may try, from the words of a space; pure.
public struct TipPlan: Sendable {
    private let words: TipWords

    /// How many tips there are for a day and for a week.
    public static let count = 3

    /// A plan by a space's words.
    public init(_ words: TipWords) { self.words = words }

    /// A tip that was chosen, and what it helps.
    public struct Choice: Sendable, Equatable {
        /// A part of a photo's score, `wellness` or `style`.
        public let part: String
        /// The words.
        public let tip: TipWords.Tip
    }

    /// The tips of a day: one for each of the two weakest parts of the last scan, and one for the person's ease.
    ///
    /// - Parameters:
    ///   - weakest: What of the last scan leaves most room, the largest first, such as `framing.small`, or `framing` alone; light
    ///     comes first without one.
    ///   - said: The titles of the tips so far, the last one last; those that were not said for the longest come first.
    public func ofDay(weakest: [String], said: [String]) -> [Choice] {
        var keys: [String] = []
        for key in (weakest + Self.usualParts).compactMap(key) {
            if !keys.contains(where: { Self.part(of: $0) == Self.part(of: key) }) {
                keys.append(key)
            }
        }
        keys.removeAll { $0 == Self.wellness }
        return (keys.prefix(Self.count - 1) + [Self.wellness]).compactMap { key in
            Self.fresh(words.short[key] ?? [], said).first.map {
                Choice(part: Self.part(of: key), tip: $0)
            }
        }
    }

    /// The pool for something that a photo leaves to wish for: that of the very thing, else that of its part.
    private func key(of matter: String) -> String? {
        [matter, Self.part(of: matter)].first { words.short[$0] != nil }
    }

    private static func part(of key: String) -> String { String(key.prefix { $0 != "." }) }

    /// The tips of a week: about the person's colours and shape first, then habits.
    ///
    /// - Parameter said: As for a day.
    public func ofWeek(
        undertone: String?, season: String?, shape: String?, said: [String]
    ) -> [Choice] {
        let unknown = TipWords.unknown
        let pool =
            (words.undertone[undertone ?? unknown] ?? []) + (words.season[season ?? unknown] ?? [])
            + (words.shape[shape ?? unknown] ?? []) + words.habits
        return Self.fresh(pool, said).prefix(Self.count).map { Choice(part: Self.style, tip: $0) }
    }

    /// The tips that were never said in their order, then the others, those of the longest ago first.
    private static func fresh(_ tips: [TipWords.Tip], _ said: [String]) -> [TipWords.Tip] {
        let ages = tips.map { tip in said.lastIndex(of: tip.title) ?? -1 }
        return zip(tips, ages).enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            .map(\.element.0)
    }

    /// Where most photos win most, for those without a scan.
    private static let usualParts = ["light", "pose", "framing"]
    private static let wellness = "wellness"
    private static let style = "style"
}
