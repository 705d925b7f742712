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
    var stuck: [String] = []
    /// Failed, and neither the provider nor the photo said so.
    var wordless: [String] = []
    var premature: [String] = []
    var badEnds: [String] = []
    var badLines: [String] = []
    private var lost: [String] = []
    private var paidTwice: [String] = []
    private var overCap: [String] = []
    private var others: [String] = []

    /// Sorts the judge's sentences into the lines of the card.
    mutating func sort(_ broken: [String]) {
        for sentence in broken {
            if sentence.contains("is lost") {
                lost.append(sentence)
            } else if sentence.contains("was paid") || sentence.contains("more than once") {
                paidTwice.append(sentence)
            } else if sentence.contains("The cap") {
                overCap.append(sentence)
            } else if !sentence.contains("is still running") {
                others.append(sentence)
            }
        }
    }

    /// Whether something was put to the test, and every promise was kept.
    func isClean(recoveryWithin limit: Double) -> Bool {
        kills > 0 && states["succeeded", default: 0] > 0 && faults.allSatisfy(\.sentences.isEmpty)
            && (recoveries.last ?? .zero) <= .seconds(limit)
    }

    var text: String {
        let ends = states.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var lines = [
            row("kills", kills), row("jobs", "\(jobs) (\(ends.joined(separator: ", ")))"),
            row("requests", requests), row("cooldowns", cooldowns),
        ]
        lines += faults.map { row($0.name, $0.sentences.count) }
        let median = recoveries.isEmpty ? nil : recoveries[recoveries.count / 2]
        lines += [
            row("recoveries", recoveries.count), row("recovery, median", seconds(median)),
            row("recovery, worst", seconds(recoveries.last)),
        ]
        return (lines + faults.flatMap(\.sentences).map { "! \($0)" }).joined(separator: "\n")
    }

    private var faults: [(name: String, sentences: [String])] {
        [
            ("lost", lost), ("paid twice", paidTwice), ("over the cap", overCap), ("stuck", stuck),
            ("failed without a word of the provider or the photo", wordless),
            ("requests in cooldowns", premature), ("other broken promises", others),
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
