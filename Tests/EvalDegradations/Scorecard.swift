import FaceFacts
import FaceMeasuring
import Ground

/// What became of photos that were made worse: one chain for each photo and each degradation.
struct Scorecard: Sendable {
    /// One photo under one degradation, step by step.
    struct Chain: Sendable {
        let subject: String
        let degradation: String
        /// Whether the measure fell from step to step; nil if it was unknown from the start.
        let isFalling: Bool?
        /// The rules that spoke at the first step at which any did that had not before; empty if none ever did.
        let first: [String]
        /// Whether the right rule is among them; nil if none ever spoke.
        let isRight: Bool?
        /// Every rule that spoke at any step and had not before.
        let all: Set<String>
    }

    private(set) var chains: [Chain] = []

    /// Makes one photo worse in every way.
    mutating func add(
        _ subject: Subject, seed: UInt64, _ analyzer: FaceAnalyzer,
        _ degradations: [Degradation] = Degradation.all
    ) throws {
        let before = try analyzer.analyze(
            Picture(face: subject.face, scale: subject.scale).pixels)
        guard before.facts.main != nil else { return }
        let context = Degradation.Context(subject: subject, facts: before.facts, seed: seed)
        for degradation in degradations {
            let looks = try Degradation.steps.map { step in
                let picture = try degradation.apply(context, step)
                return try analyzer.analyze(picture.pixels, from: picture.source)
            }
            chains.append(Chain(of: subject, degradation, before, looks))
        }
    }

    /// The share of the chains whose measure falls.
    var fallingShare: Double { Self.share(chains.compactMap(\.isFalling)) }

    /// The share of the chains in which a rule spoke, and the right one was first.
    var rightShare: Double { Self.share(chains.compactMap(\.isRight)) }

    static func share(_ answers: [Bool]) -> Double {
        answers.isEmpty ? 0 : Double(answers.count { $0 }) / Double(answers.count)
    }
}

extension Scorecard.Chain {
    fileprivate init(
        of subject: Subject, _ degradation: Degradation, _ before: PhotoAnalysis,
        _ looks: [PhotoAnalysis]
    ) {
        self.subject = subject.name
        self.degradation = degradation.name
        let known = Set(before.findings.map(\.rule))
        let news = looks.map { look in look.findings.map(\.rule).filter { !known.contains($0) } }
        first = news.first { !$0.isEmpty } ?? []
        isRight = first.isEmpty ? nil : first.contains(where: degradation.rules.contains)
        all = Set(news.joined())
        isFalling = Self.isFalling(([before] + looks).map(degradation.measure))
    }

    /// Whether values fall, but for what two looks at the same photo differ by: a fiftieth of the whole way.
    ///
    /// A measure that is unknown at first begins at the first step at which it is known; one that becomes unknown, since no
    /// face is found any more, has ended.
    private static func isFalling(_ values: [Double?]) -> Bool? {
        let known = values.drop { $0 == nil }.prefix { $0 != nil }.compactMap(\.self)
        guard known.count >= 3, let start = known.first, let end = known.min() else { return nil }
        let slack = 0.02 * (start - end)
        return end < start && zip(known, known.dropFirst()).allSatisfy { $1 <= $0 + slack }
    }
}
