import FaceFacts
import FaceMeasuring

/// How score and refusals move when photos are made worse.
enum DegradationTable {
    static func print(over looks: [Look], with analyzer: FaceAnalyzer) async throws {
        let scored = looks.filter { $0.analysis.score != nil }
        guard !scored.isEmpty else { return }
        Swift.print("\nmade worse".padded(18), "score  moved  most up        refused  why")
        var all = Samples()
        for look in scored { all.add(look.analysis.score?.value ?? 0) }
        Swift.print("as it is".padded(18), all.mean.short)
        var raised: [String] = []
        for degradation in Degradation.all {
            var row = Row()
            for look in scored {
                let worse = try analyzer.analyze(
                    degradation.apply(look.pixels, look.analysis.facts))
                row.add(look, worse)
                if let rise = Rise(from: look.analysis, to: worse), rise.isTooHigh {
                    raised.append("\(degradation.name.padded(18)) \(look.photo.name) \(rise.text)")
                }
            }
            Swift.print(degradation.name.padded(18), row.text)
        }
        Swift.print(
            "made better by being made worse, by more than \(Rise.allowed): \(raised.count)")
        for line in raised { Swift.print(line) }
        try await printMirroring(of: scored, with: analyzer)
    }

    private static func printMirroring(of looks: [Look], with analyzer: FaceAnalyzer) async throws {
        var most = 0.0
        var flipped = 0
        for look in looks {
            let mirrored = try analyzer.analyze(Degradation.mirrored(look.pixels))
            most = max(most, abs((mirrored.score?.value ?? 0) - (look.analysis.score?.value ?? 0)))
            if mirrored.isMirrorImage(of: look.analysis) { flipped += 1 }
        }
        Swift.print(
            "mirrored: score moved at most \(most.short); left and right changed places in \(flipped) of",
            looks.count)
    }

    /// The looks at all photos under one degradation.
    private struct Row {
        private var scores = Samples()
        private var moves = Samples()
        private var mostUp = (move: -10.0, name: "")
        private var refused = 0
        private var reasons: [String: Int] = [:]

        mutating func add(_ look: Look, _ worse: PhotoAnalysis) {
            if !worse.isAccepted { refused += 1 }
            for reason in worse.refusals { reasons[reason, default: 0] += 1 }
            guard let before = look.analysis.score?.value, let after = worse.score?.value else {
                return
            }
            scores.add(after)
            moves.add(after - before)
            if after - before > mostUp.move { mostUp = (after - before, look.photo.name) }
        }

        var text: String {
            let why = reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return
                "\(scores.mean.short.padded(6)) \(moves.mean.signed)  \(mostUp.move.signed) "
                + "\(mostUp.name.padded(14)) \(refused)  " + why.joined(separator: ", ")
        }
    }
}

/// How a score moved, with the parts that moved it.
private struct Rise {
    static let allowed = 0.2

    let before: PhotoScore
    let after: PhotoScore

    init?(from good: PhotoAnalysis, to worse: PhotoAnalysis) {
        guard let before = good.score, let after = worse.score else { return nil }
        (self.before, self.after) = (before, after)
    }

    /// Scores have one decimal; half of one is for how a binary number holds it.
    var isTooHigh: Bool { after.value - before.value > Self.allowed + 0.05 }

    var text: String {
        let parts = zip(before.ratings, after.ratings).compactMap { old, new in
            abs(new.value - old.value) < 0.02
                ? nil : "\(old.part.rawValue) \(old.value.short) to \(new.value.short)"
        }
        return "\(before.value) to \(after.value): \(parts.joined(separator: ", "))"
    }
}

extension PhotoAnalysis {
    /// Whether all that has a side has changed it.
    fileprivate func isMirrorImage(of other: PhotoAnalysis) -> Bool {
        let sides = [
            (facts.pose?.yaw.value, other.facts.pose?.yaw.value),
            (facts.pose?.roll.value, other.facts.pose?.roll.value),
            (facts.framing?.offCentre.value, other.facts.framing?.offCentre.value),
            (facts.light?.balance.value, other.facts.light?.balance.value),
        ]
        return sides.allSatisfy { own, others in
            guard let own, let others else { return own == nil && others == nil }
            return abs(own + others) < 0.1
        }
    }
}
