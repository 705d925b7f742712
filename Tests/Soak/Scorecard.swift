import Foundation

/// What a soak came to.
struct Scorecard {
    var kills = 0
    var jobs = 0
    var states: [String: Int] = [:]
    var requests = 0
    var cooldowns = 0
    /// From the shortest.
    var recoveries: [Duration] = []
    /// How long a recovery may take.
    var recoveryLimit = Duration.seconds(2)
    var stuck: [String] = []
    /// Failed, and neither the provider nor the photo said so.
    var wordless: [String] = []
    var premature: [String] = []
    var badEnds: [String] = []
    var badLines: [String] = []
    /// How often a budget was raised.
    var raises = 0
    /// How many messages the receiver of each space got.
    var messages: [String: Int] = [:]
    private var broken: [String: [String]] = [:]

    /// The lines of the card, and words of the judge's sentences that belong there.
    private static let rows = [
        ("lost", ["is lost"]), ("paid twice", ["was paid", "more than once"]),
        ("over the cap", ["The cap"]), ("over a budget", ["The budget"]),
        ("mixed up between spaces", ["spaces", "not for its job's person", "is the result of"]),
        ("webhooks", ["ebhook", "Delivery"]), (others, [""]),
    ]
    private static let others = "other broken promises"

    /// Sorts the judge's sentences into the lines of the card.
    mutating func sort(_ sentences: [String]) {
        // What is stuck is found in the program's own list.
        for sentence in sentences where !sentence.contains("is still running") {
            let row = Self.rows.first { $0.1.contains { $0.isEmpty || sentence.contains($0) } }
            broken[row?.0 ?? Self.others, default: []].append(sentence)
        }
    }

    /// Whether everything was put to the test, and every promise was kept.
    var isClean: Bool { faults.allSatisfy(\.sentences.isEmpty) }

    var text: String {
        let ends = states.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var lines = [
            row("kills", kills), row("jobs", "\(jobs) (\(ends.joined(separator: ", ")))"),
            row("requests", requests), row("cooldowns", cooldowns), row("raised budgets", raises),
            row("messages to webhooks", messages.values.reduce(0, +)),
        ]
        lines += faults.map { row($0.name, $0.sentences.count) }
        let median = recoveries.isEmpty ? nil : recoveries[recoveries.count / 2]
        lines += [
            row("recoveries", recoveries.count), row("recovery, median", seconds(median)),
            row("recovery, worst", seconds(recoveries.last)),
        ]
        // What is wrong comes first: the end of a long output may be cut off.
        return (faults.flatMap(\.sentences).map { "! \($0)" } + lines).joined(separator: "\n")
    }

    private var untried: [String] {
        var sentences: [String] = []
        if kills == 0 { sentences.append("No program was killed.") }
        if states["succeeded", default: 0] == 0 { sentences.append("No job succeeded.") }
        if raises == 0 { sentences.append("No budget was raised.") }
        let silent = messages.filter { $0.value == 0 }.keys.sorted()
        return sentences + silent.map { "The webhook of \($0) received nothing." }
    }

    private var slow: [String] {
        recoveries.filter { $0 > recoveryLimit }.map { "A recovery took \(seconds($0))." }
    }

    private var faults: [(name: String, sentences: [String])] {
        Self.rows.map { (name: $0.0, sentences: broken[$0.0] ?? []) } + [
            ("stuck", stuck), ("not put to the test", untried), ("slow recoveries", slow),
            ("failed without a word of the provider or the photo", wordless),
            ("requests in cooldowns", premature),
            ("programs that ended badly", badEnds), ("lines of logs that are no JSON", badLines),
        ]
    }

    private func row(_ name: String, _ value: some Any) -> String {
        name.padding(toLength: 52, withPad: " ", startingAt: 0) + "\(value)"
    }

    private func seconds(_ duration: Duration?) -> String {
        duration.map { "\(($0 / .seconds(1)).formatted(.number.precision(.fractionLength(2)))) s" }
            ?? "-"
    }
}
