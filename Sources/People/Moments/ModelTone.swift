import Ground

/// How a model has read a moment; the raw value is part of the schemas of its answers.
public enum ModelTone: String, Sendable, CaseIterable, Codable {
    /// A win.
    case cheer
    /// A hard day.
    case gentle
    /// Something that may be danger.
    case concern

    /// All of them, for a sentence.
    public static var names: String { allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") }
}

extension Tone {
    /// Whether a moment is a win, which may be praised, and summed up with others by a model.
    public var isWin: Bool { self == .cheer || self == .recovery }

    /// The tone after a model has read the moment, too: the same or a safer one, and never a less safe one.
    public func after(_ model: ModelTone) -> Tone {
        switch model {
        case .cheer: self
        case .gentle: safer(of: .gentle)
        case .concern: safer(of: .neutral)
        }
    }
}

/// What is said to a moment once a model has read it, too.
public struct SecondReading: Sendable, Equatable {
    /// The tone of the line.
    public let tone: Tone
    /// The line.
    public let text: String
    /// Whether the line is the model's.
    public let isOfModel: Bool

    /// Decides on the line.
    ///
    /// A model that finds a moment harder than the reader did was asked for praise, and so its text is not shown either.
    ///
    /// - Parameters:
    ///   - line: What was said at once.
    ///   - text: What the model wrote; `nil` for a text that is not shown.
    ///   - seed: Decides among gentle lines; any number.
    public init(
        _ first: Tone, line: String, model: ModelTone, text: String?, by words: MomentWords,
        seed: UInt64
    ) {
        tone = first.after(model)
        if tone == first {
            isOfModel = first != .crisis && model != .concern && text != nil
            self.text = isOfModel ? text ?? line : line
        } else {
            isOfModel = false
            let gentle = tone == .gentle ? words.gentle.chosen(by: seed) : nil
            self.text = gentle ?? words.neutral
        }
    }
}
