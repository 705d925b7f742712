import Foundation
import People
import Testing

/// What the texts of apps promise.
@Suite(.timeLimit(.minutes(10)))
struct PromisedTextTests {
    /// All texts that an app of a preset shows, by their ids.
    private static func texts(_ preset: Words.Preset) -> [(id: String, text: String)] {
        Words.preset(preset).texts.flatMap { group in
            (group.texts + (group.labels ?? [])).map { ($0.id, $0.text) }
        }
    }

    @Test(arguments: Words.Preset.allCases)
    func `no text has a price: the store knows it, and its currency`(preset: Words.Preset) throws {
        let price = /[$€£¥]\s*[0-9X-Z]|[0-9X-Z]+[.,](99|49|XX)\b|\b(USD|EUR|CAD)\b/
        for (id, text) in Self.texts(preset) {
            #expect(text.firstMatch(of: price) == nil, "\(id): \(text)")
        }
    }

    @Test(arguments: Words.Preset.allCases)
    func `no text promises what no rule of a plan gives`(preset: Words.Preset) throws {
        // A plan can have scans without limit; of everything else there is a limit a day, and no job goes first.
        for (id, text) in Self.texts(preset) {
            let words = text.lowercased()
            if words.contains("unlimited") { #expect(words.contains("scans"), "\(id): \(text)") }
            for promise in ["priority", "faster", "future features", "guarantee"] {
                #expect(!words.contains(promise), "\(id): \(text)")
            }
        }
    }

    @Test func `an app that asks before models has a sentence to show`() {
        for preset in [Words.Preset.glowup, .great, .routine] {
            let sentence = Self.texts(preset).first { $0.id == "privacy.model_words" }?.text
            #expect(sentence?.contains("AI service") == true, "\(preset)")
        }
    }
}
