public import Ground

/// What is said to a moment, from the words of a space.
public struct Praise: Sendable, Equatable {
    /// The line.
    public let text: String
    /// Whether the line is one of a pool.
    public let isOfPool: Bool

    /// Chooses the reply.
    ///
    /// - Parameters:
    ///   - said: The pool's lines that were said on the day, the last one last; none of them comes again before all
    ///   others have.
    ///   - seed: Decides among the lines that are left; any number.
    public init(
        _ reading: MomentReading, by words: MomentWords, _ reader: MomentReader, said: [String],
        seed: UInt64
    ) {
        let pool: [String]? =
            switch reading.tone {
            case .crisis, .neutral: nil
            case .gentle: words.gentle
            case .recovery: words.earnest
            case .cheer: words.praise
            }
        let isOfDanger = reading.tone == .crisis
        let thanks = isOfDanger ? reading.language.flatMap(reader.thanks(in:)) : nil
        text = pool.map { Self.line(of: $0, said, seed) } ?? thanks ?? words.neutral
        isOfPool = pool != nil
    }

    private static func line(of pool: [String], _ said: [String], _ seed: UInt64) -> String {
        let counts = Dictionary(grouping: said) { $0 }.mapValues(\.count)
        let least = pool.map { counts[$0] ?? 0 }.min() ?? 0
        var left = pool.filter { (counts[$0] ?? 0) == least }
        // A new round does not begin with the line that ended the last one.
        if left.count > 1 { left.removeAll { $0 == said.last } }
        return left.chosen(by: seed) ?? ""
    }
}

/// What is said of a day with moments.
public struct DayWords: Sendable, Equatable {
    /// Whether the day can be called a good one: it has a win, nothing hard, and no sign of danger.
    public let isBright: Bool
    /// One emoji; `nil` for a day that is not bright, which has no label.
    public let emoji: String?
    /// A few words; `nil` for a day that is not bright.
    public let label: String?
    /// A sentence or two.
    public let text: String

    /// Chooses the reply.
    ///
    /// - Parameters:
    ///   - wins: The words of the day's wins, by which it is named.
    ///   - tones: The tones in which the day's moments were answered.
    ///   - hasSignOfDanger: Whether any of them may speak of danger.
    public init(
        of day: LocalDay, count: Int, wins: [String], tones: Set<Tone>, hasSignOfDanger: Bool,
        by words: MomentWords
    ) {
        isBright = !hasSignOfDanger && tones.allSatisfy(\.isOfBrightDays) && tones != [.neutral]
        guard isBright else {
            (emoji, label) = (nil, nil)
            // Moments without any sign are not known to be hard.
            let isUnclear = tones == [.neutral] && !hasSignOfDanger
            let seed = day.description.seed
            text = isUnclear ? words.neutral : words.gentle.chosen(by: seed) ?? words.neutral
            return
        }
        let name = words.label(of: wins, count: count)
        emoji = name?.emoji
        label = name?.label
        // All labels have as many, and so none comes twice within that many days.
        let pool = (name?.summaries ?? []) + (words.summaries ?? [])
        let old = count == 1 ? words.summaryOfOne : words.summary?.counting(count, as: "count")
        text = pool.isEmpty ? old ?? words.neutral : pool[day.turn(among: pool.count)]
    }
}

extension MomentWords {
    /// What a day is called: by what was done most, else by the number of its moments.
    fileprivate func label(of wins: [String], count: Int) -> DayLabel? {
        let texts = wins.map(Phrases.init(in:))
        let fitting = days.filter { $0.from <= count }
        let hits = fitting.compactMap { label -> (label: DayLabel, count: Int)? in
            guard let words = label.words else { return nil }
            let count = texts.count { $0.first(of: words) != nil }
            return count > 0 ? (label, count) : nil
        }
        let leading = hits.first { $0.label.leads == true }
        let most = hits.map(\.count).max()
        return (leading ?? hits.first { $0.count == most })?.label
            ?? fitting.filter { $0.words == nil }.max { $0.from < $1.from }
    }
}

extension Tone {
    /// Whether a day with such a moment may be a bright one.
    fileprivate var isOfBrightDays: Bool { self != .crisis && self != .gentle }
}
