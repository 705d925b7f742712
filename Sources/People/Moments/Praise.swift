import Ground

/// What is said to a moment, from the words of a space.
public struct Praise: Sendable, Equatable {
    /// The line.
    public let text: String
    /// Where help is; `nil` for a moment that is not heavy.
    public let crisis: String?
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
        switch reading {
        case .heavy(let language):
            let heavy = reader.heavyWords(in: language)
            self.init(text: heavy?.thanks ?? words.neutral, crisis: heavy?.crisis, isOfPool: false)
        case .unlisted: self.init(text: words.neutral, crisis: nil, isOfPool: false)
        case .hard: self.init(line: Self.line(of: words.gentle, said, seed))
        case .light: self.init(line: Self.line(of: words.praise, said, seed))
        }
    }

    private init(text: String, crisis: String?, isOfPool: Bool) {
        self.text = text
        self.crisis = crisis
        self.isOfPool = isOfPool
    }

    private init(line: String) { self.init(text: line, crisis: nil, isOfPool: true) }

    private static func line(of pool: [String], _ said: [String], _ seed: UInt64) -> String {
        let counts = Dictionary(grouping: said) { $0 }.mapValues(\.count)
        let least = pool.map { counts[$0] ?? 0 }.min() ?? 0
        var left = pool.filter { (counts[$0] ?? 0) == least }
        // A new round does not begin with the line that ended the last one.
        if left.count > 1 { left.removeAll { $0 == said.last } }
        return left.chosen(by: seed) ?? ""
    }
}

extension MomentReading {
    /// Whether a model may be asked about the words: never about danger, and never where that is unknown.
    public var goesToModels: Bool { self == .light || self == .hard }

    /// A stable word, which is stored.
    public var rawValue: String {
        switch self {
        case .heavy: "heavy"
        case .unlisted: "unlisted"
        case .hard: "hard"
        case .light: "light"
        }
    }
}

/// What is said of a day with moments.
public struct DayWords: Sendable, Equatable {
    /// One emoji; `nil` for a hard day, which gets no label.
    public let emoji: String?
    /// A few words; `nil` for a hard day.
    public let label: String?
    /// A sentence or two.
    public let text: String

    /// Chooses the reply.
    ///
    /// - Parameters:
    ///   - readings: How the day's moments were read.
    ///   - seed: Decides among gentle lines; any number.
    public init(count: Int, readings: Set<String>, by words: MomentWords, seed: UInt64) {
        let isHard = !readings.isDisjoint(with: ["heavy", "hard"])
        if isHard {
            emoji = nil
            label = nil
            text = words.gentle.chosen(by: seed) ?? ""
            return
        }
        let day = words.days.filter { $0.from <= count }.max { $0.from < $1.from }
        emoji = day?.emoji
        label = day?.label
        text =
            count == 1
            ? words.summaryOfOne : words.summary.replacing("{count}", with: String(count))
    }
}
