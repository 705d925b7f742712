import TestSupport
import Testing

@testable import FaceFacts

struct FaceComparisonTests {
    private static let ratios = FaceRatios(
        widthToHeight: 0.82, jaw: 0.81, forehead: 0.86, eyeSpacing: 0.45, nose: 0.28)

    private static func facts(yaw: Double = 0, mouth: Double = 0) throws -> FaceFacts {
        let measure = { (value: Double, unit: Measure.Unit) in
            try #require(Measure(value, unit, confidence: 1))
        }
        let best = FaceFacts.best
        return try best.with(
            pose: Pose(
                yaw: measure(yaw, .degrees), direction: .front, roll: measure(0, .degrees),
                pitch: measure(0, .degrees)),
            expression: FaceExpression(
                eyeOpening: measure(0.3, .ratio), mouthOpening: measure(mouth, .ratio), mouth: nil))
    }

    static let changes: [(ratios: FaceRatios, changes: [FaceComparison.Change])] = [
        (ratios(), []),
        (ratios(widthToHeight: -0.04), []),
        (ratios(widthToHeight: -0.05), [.narrower]),
        (ratios(widthToHeight: 0.05), [.wider]),
        (ratios(jaw: -0.03), [.narrowerJaw]),
        (ratios(forehead: 0.03), [.widerForehead]),
        (ratios(eyeSpacing: 0.03, nose: -0.03), [.eyesFurtherApart, .shorterNose]),
    ]

    private static func ratios(
        widthToHeight: Double = 0, jaw: Double = 0, forehead: Double = 0, eyeSpacing: Double = 0,
        nose: Double = 0
    ) -> FaceRatios {
        FaceRatios(
            widthToHeight: ratios.widthToHeight + widthToHeight, jaw: ratios.jaw + jaw,
            forehead: ratios.forehead + forehead, eyeSpacing: ratios.eyeSpacing + eyeSpacing,
            nose: ratios.nose + nose)
    }

    @Test(arguments: changes)
    func `a proportion has changed when it differs by more than within one person`(
        ratios: FaceRatios, changes: [FaceComparison.Change]
    ) throws {
        let comparison = FaceComparison(
            ratios, of: try Self.facts(), with: Self.ratios, of: try Self.facts())
        #expect(comparison.changes == changes)
        #expect(comparison.verdict == (changes.isEmpty ? .kept : .changed))
    }

    @Test func `a turned head is not compared`() throws {
        let slim = Self.ratios(widthToHeight: -0.2)
        for (one, other) in [(0.0, 20.0), (-20, 0)] {
            let comparison = FaceComparison(
                slim, of: try Self.facts(yaw: one), with: Self.ratios,
                of: try Self.facts(yaw: other))
            #expect(comparison.verdict == .notCompared)
            #expect(comparison.changes.isEmpty)
        }
    }

    @Test func `an open mouth makes no face longer`() throws {
        let comparison = FaceComparison(
            Self.ratios(widthToHeight: -0.08), of: try Self.facts(mouth: 0.5), with: Self.ratios,
            of: try Self.facts())
        #expect(comparison.verdict == .kept)
    }
}
