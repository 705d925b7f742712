import Foundation
import People
import TestSupport
import Testing

@testable import EvalWords

/// How the sentences in `Corpus` are read.
@Suite(.timeLimit(.minutes(10)))
struct CorpusTests {
    private func confusion() throws -> Confusion {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Corpus")
        var confusion = Confusion()
        for language in ["de", "en", "es", "fr"] {
            let file = folder.appendingPathComponent("\(language).tsv")
            try confusion.add(String(contentsOf: file, encoding: .utf8))
        }
        return confusion
    }

    @Test func `the counts by language, label and theme are known`() throws {
        try expectGolden("words.txt", confusion().table)
    }

    /// The most of a label's sentences that may be answered in some tones, in hundredths.
    private static let goals:
        [(label: String, tones: Set<Tone>, languages: Set<String>?, most: Double)] = [
            ("danger", [.cheer, .recovery], nil, 0),
            ("unclear", [.cheer, .recovery], nil, 0),
            ("danger", [.neutral, .gentle], nil, 20),
            ("danger", [.gentle], nil, 0),
            ("win", [.crisis, .gentle], nil, 0.5),
            ("win", [.neutral], ["en"], 12),
            ("win", [.neutral], ["de", "es", "fr"], 18),
            ("recovery", [.crisis], nil, 0),
            ("recovery", [.crisis, .neutral, .gentle, .cheer], nil, 15),
            ("hard", [.cheer, .recovery], nil, 2),
            ("hard", [.crisis], nil, 2),
        ]

    @Test func `nobody in danger is cheered, and nobody with a small win is alarmed`() throws {
        let confusion = try confusion()
        for goal in Self.goals {
            let counts = confusion.counts(of: goal.label, in: goal.languages)
            let all = counts.values.reduce(0, +)
            let wrong = counts.filter { goal.tones.contains($0.key) }.values.reduce(0, +)
            #expect(all > 50)
            #expect(Double(100 * wrong) <= goal.most * Double(all), "\(goal)")
        }
    }

    @Test(arguments: [
        "en-1\twin\tchores", "en-1\twin\tchores\tdishes\tmore", "\twin\tchores\tdishes",
    ])
    func `a line of another form is named`(_ line: String) {
        var confusion = Confusion()
        #expect(throws: Confusion.BadLine.self) { try confusion.add("\n\(line)\n") }
    }
}
