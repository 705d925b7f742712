/// The questions at the beginning, and what their answers lead to; pure.
public struct Quiz: Sendable {
    private let words: QuizWords

    /// A quiz of a space's words.
    public init(_ words: QuizWords) { self.words = words }

    /// How many questions may be drawn: at least five, and no more than there are.
    public var counts: ClosedRange<Int> {
        min(Self.fewest, words.questions.count)...words.questions.count
    }

    /// So many questions, each once, in the order of the words.
    public func draw(
        _ count: Int, using generator: inout some RandomNumberGenerator
    ) -> [QuizWords.Question] {
        let drawn = Set(words.questions.map(\.id).shuffled(using: &generator).prefix(count))
        return words.questions.filter { drawn.contains($0.id) }
    }

    /// What is wrong with some answers, in a sentence; `nil` if they can be kept.
    public func problem(in answers: [String: QuizAnswer]) -> String? {
        for (id, answer) in answers.sorted(by: { $0.key < $1.key }) {
            guard let question = words.questions.first(where: { $0.id == id }) else {
                return "There is no question '\(id.prefix(Self.shown))'."
            }
            switch (question.type, answer) {
            case (.photo, _): return "'\(id)' is answered with a scan."
            case (.radio, .several): return "'\(id)' takes one option."
            case (.multi, .one): return "'\(id)' takes a list of options."
            case (.radio, .one), (.multi, .several): break
            }
            guard Set(answer.options).count == answer.options.count,
                Set(answer.options).isSubset(of: question.options)
            else {
                return
                    "'\(id)' takes each of these at most once: \(question.options.joined(separator: ", "))."
            }
        }
        return nil
    }

    /// What the answers lead to.
    ///
    /// - Parameters:
    ///   - faceShape: As the person named it; never guessed from answers.
    ///   - measured: The shape that a scan has measured.
    ///   - celebrity: The name of somebody who goes with it.
    public func preview(
        of answers: [String: QuizAnswer], faceShape: String?, measured: String? = nil,
        celebrity: String?
    ) -> QuizPreview {
        let family = family(of: answers).flatMap { words.colourFamilies[$0] }
        let goals = Self.goals(of: answers).compactMap { words.preview.goals[$0] }
        let colour = family.map { words.preview.colour.replacing("{family}", with: $0) }
        let sentences =
            [words.preview.opening] + goals + [colour].compactMap(\.self) + [words.preview.closing]
        return QuizPreview(
            text: sentences.joined(separator: " "), colourFamily: family,
            faceShape: faceShape ?? measured,
            faceShapeSource: faceShape == nil ? measured.map { _ in .scan } : .person,
            celebrity: celebrity)
    }

    /// The family of colours that the person likes, as a key of the words; `nil` if none was named.
    public func family(of answers: [String: QuizAnswer]) -> String? {
        answers["color_preferences"]?.options.lazy.map { $0.lowercased() }
            .first { words.colourFamilies[$0] != nil }
    }

    /// What the person wants, of some answers.
    public static func goals(of answers: [String: QuizAnswer]) -> [String] {
        answers["main_goal"]?.options ?? []
    }

    private static let fewest = 5
    /// How much of an unknown name is repeated: enough to recognise it.
    private static let shown = 40
}

/// The answer to one question: an option, or several.
public enum QuizAnswer: Codable, Sendable, Equatable {
    case one(String)
    case several([String])

    /// The options that were chosen.
    public var options: [String] {
        switch self {
        case .one(let option): [option]
        case .several(let options): options
        }
    }

    /// Reads a text or a list of texts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let option = try? container.decode(String.self) {
            self = .one(option)
        } else {
            self = .several(try container.decode([String].self))
        }
    }

    /// Writes a text or a list of texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let option): try container.encode(option)
        case .several(let options): try container.encode(options)
        }
    }
}

/// What a person is shown after the quiz.
public struct QuizPreview: Codable, Sendable, Equatable {
    /// A few sentences.
    public let text: String
    /// The family of colours to begin with; `nil` if the person named none.
    public let colourFamily: String?
    /// The shape of face, as the person named it, else as a scan measured it; `nil` if neither did.
    public let faceShape: String?
    /// Who says so.
    public let faceShapeSource: Profile.Source?
    /// Somebody who is known for a style that goes with it; `nil` where the space names no one.
    public let celebrity: String?
}
