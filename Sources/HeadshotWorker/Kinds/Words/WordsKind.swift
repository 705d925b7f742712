public import Foundation
public import JobQueue

/// A sort of words that a model may write in place of the local ones; the raw value is the job's kind.
public enum WordsKind: String, Sendable, CaseIterable {
    /// Praise for a moment.
    case praise
    /// A sentence or two about a day with moments.
    case daySummary = "day_summary"
    /// What a person may try today.
    case tipsShort = "tips_short"
    /// What a person may try this week, with searches for pictures.
    case tipsLong = "tips_long"
    /// Somebody who is known for a person's style.
    case celebrity
    /// A few lines about a scan.
    case coachSummary = "coach_summary"
    /// A sentence about what a camera shows now.
    case liveTurn = "live_turn"

    /// The kind of its jobs.
    public var job: JobKind { JobKind(rawValue: rawValue) }

    /// The name of its files among the prompts, without their suffixes.
    func file(_ manner: WordsOrder.Manner?) -> String {
        manner?.rawValue ?? rawValue.replacing("_", with: "-")
    }

    /// The manners in which it can be asked for; `nil` is the usual one.
    var manners: [WordsOrder.Manner?] { self == .praise ? [nil, .gentle] : [nil] }

    /// Whether the answer says how the model has read what it is about, as a ``ModelTone`` beside its `text`.
    var judges: Bool { self == .praise }

    /// The most tokens of an answer, thoughts among them.
    var mostTokens: Int { self == .tipsLong ? 2000 : 1000 }

    /// The most answers a person gets a day, unless the plan says otherwise.
    private var usualCap: Int {
        switch self {
        // More than a person writes down, and little enough to notice a runaway app.
        case .praise: 50
        // A week after which a person looks again.
        case .daySummary: 7
        case .tipsShort, .tipsLong, .celebrity: 1
        case .coachSummary: 50
        // More than a quarter of an hour before a camera, one each five seconds.
        case .liveTurn: 200
        }
    }

    /// The most answers a person gets a day by a plan.
    public func cap(_ plan: PlanRules) -> Int { plan.words[rawValue] ?? usualCap }

    var hasPersona: Bool { self == .coachSummary || self == .liveTurn }

    /// Whether the model looks at the job's photo.
    var hasPhoto: Bool { self == .liveTurn }

    /// The seconds for which an answer is worth waiting.
    public var patience: TimeInterval {
        switch self {
        // Somebody who looks again ten minutes later has read the local praise.
        case .praise: 600
        case .daySummary, .tipsShort, .tipsLong, .celebrity: 3600
        case .coachSummary: 600
        // Then the camera shows something else.
        case .liveTurn: 10
        }
    }

    init?(_ job: Job) { self.init(rawValue: job.kind.rawValue) }
}

extension JobKind {
    static let words = WordsKind.allCases.map(\.job)
}

/// What a model gets about a person's things: the payload of a job of words.
///
/// Everything that a person wrote is data in a separate part, and never in the instruction.
public struct WordsOrder: JobPayload {
    /// What the model may use, by name.
    public var data: [String: Value]
    /// Who speaks, where a persona does.
    public var persona: String?
    /// The prompt, where it is not the usual one of the kind.
    public var manner: Manner?

    /// A prompt other than the usual one; the raw value is the name of its files, and stored.
    public enum Manner: String, Codable, Sendable {
        /// For moments that are hard, or unclear: it never asks for praise.
        case gentle
    }

    /// A piece of data.
    public enum Value: Codable, Sendable, Equatable {
        case text(String)
        case number(Int)
        case texts([String])

        /// Reads a text, a number or a list of texts.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .texts(try container.decode([String].self))
            }
        }

        /// Writes it as it is.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .texts(let texts): try container.encode(texts)
            }
        }
    }

    /// Orders words about some data.
    public init(data: [String: Value], persona: String? = nil, manner: Manner? = nil) {
        self.data = data
        self.persona = persona
        self.manner = manner
    }

    /// The data as the model gets it.
    var part: String { JSON.text(data) ?? "{}" }
}
