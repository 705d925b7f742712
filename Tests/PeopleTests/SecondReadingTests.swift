import People
import Testing

/// What becomes of a moment that a model has read, too.
@Suite(.timeLimit(.minutes(10)))
struct SecondReadingTests {
    private static let line = "what was said at once"
    private static let written = "what the model wrote"

    /// Whose line is shown.
    private enum Line: Equatable {
        case first, model, neutral, gentle
    }

    /// By the tone that a moment was read in and the one that a model finds: the tone then, and the line.
    private static let table: [(Tone, ModelTone, Tone, Line)] = [
        (.cheer, .cheer, .cheer, .model), (.cheer, .gentle, .gentle, .gentle),
        (.cheer, .concern, .neutral, .neutral),
        (.recovery, .cheer, .recovery, .model), (.recovery, .gentle, .gentle, .gentle),
        (.recovery, .concern, .neutral, .neutral),
        (.gentle, .cheer, .gentle, .model), (.gentle, .gentle, .gentle, .model),
        (.gentle, .concern, .neutral, .neutral),
        // What the reader could not judge stays with help, whatever the model thinks.
        (.neutral, .cheer, .neutral, .model), (.neutral, .gentle, .neutral, .model),
        (.neutral, .concern, .neutral, .first),
        // No model is asked about danger; should one answer all the same, nobody is shown it.
        (.crisis, .cheer, .crisis, .first), (.crisis, .gentle, .crisis, .first),
        (.crisis, .concern, .crisis, .first),
    ]

    private func reading(
        _ tone: Tone, _ model: ModelTone, text: String? = written
    ) throws -> (SecondReading, MomentWords) {
        let words = try #require(Words.preset(.great).moments)
        return (
            SecondReading(tone, line: Self.line, model: model, text: text, by: words, seed: 3),
            words
        )
    }

    @Test(arguments: table.indices)
    func `a model raises the tone and never lowers it, and its text goes with its prompt's tone`(
        index: Int
    ) throws {
        let (first, model, tone, line) = Self.table[index]
        let (reading, words) = try reading(first, model)
        #expect(reading.tone == tone)
        #expect(reading.tone.safer(of: first) == reading.tone)
        switch line {
        case .first: #expect(reading.text == Self.line)
        case .model: #expect(reading.text == Self.written)
        case .neutral: #expect(reading.text == words.neutral)
        case .gentle: #expect(words.gentle.contains(reading.text))
        }
        #expect(reading.isOfModel == (line == .model))
    }

    @Test func `the table has every pair`() {
        #expect(Self.table.count == Tone.allCases.count * ModelTone.allCases.count)
    }

    @Test(arguments: Tone.allCases, ModelTone.allCases)
    func `a text that was not kept leaves the line of the tone`(
        first: Tone, model: ModelTone
    ) throws {
        let (reading, _) = try reading(first, model, text: nil)
        #expect(!reading.isOfModel)
        #expect((reading.text == Self.line) == (reading.tone == first))
    }
}
