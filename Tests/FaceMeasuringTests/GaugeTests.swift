import TestSupport
import Testing

@testable import FaceFacts

/// The measures of a score against their good ranges, and the frame of a good headshot.
struct GaugeTests {
    @Test func `every part of a score has a measure, and a good photo's are good`() throws {
        let facts = try DrawnFace.portrait.analysis().facts
        #expect(Set(facts.gauges.map(\.part)) == Set(PhotoScore.Part.allCases))
        // A drawn face has a little less contrast than a photographed one.
        let bad = facts.gauges.filter { !$0.isGood && $0.kind != .contrast }
        #expect(bad == [])
        for gauge in facts.gauges {
            #expect(gauge.scale.contains(gauge.good.lowerBound))
            #expect(gauge.scale.contains(gauge.good.upperBound))
        }
    }

    @Test(arguments: [
        (DrawnFace.portrait.blurred(radius: 3), Gauge.Kind.detail),
        (DrawnFace.portrait.litAtLeft(0.1), .balance),
        (DrawnFace.portrait.shrunk(by: 4), .eyeDistance),
    ])
    func `what spoils a photo is not in its good range`(
        _ face: DrawnFace, _ kind: Gauge.Kind
    ) throws {
        let gauges = try face.analysis().facts.gauges
        let gauge = try #require(gauges.first { $0.kind == kind })
        #expect(!gauge.isGood)
    }

    /// The good range is where a curve leaves nearly all of its part.
    static let curves: [(Curve, ClosedRange<Double>)] = [
        (Curve([(0, 0), (10, 1)]), 9...10),
        (Curve([(2, 1), (12, 0)]), 0...3),
        (Curve([(0, 0), (10, 1), (20, 1), (30, 0)]), 9...21),
    ]

    @Test(arguments: curves)
    func `a good range follows from its curve`(_ curve: Curve, _ good: ClosedRange<Double>) {
        #expect(abs(curve.good.lowerBound - good.lowerBound) < 1e-9)
        #expect(abs(curve.good.upperBound - good.upperBound) < 1e-9)
    }

    @Test func `the frame of a good headshot is around the face, 4 by 5`() throws {
        let facts = try DrawnFace.portrait.analysis().facts
        let frame = try #require(facts.headshotFrame)
        let eyes = try #require(facts.eyes)
        #expect(abs(frame.width / frame.height - 0.8) < 1e-9)
        #expect(abs((eyes.left.x + eyes.right.x) / 2 - (frame.left + frame.width / 2)) < 2)
        #expect(eyes.left.y > frame.top && eyes.left.y < frame.top + frame.height / 2)
        #expect(try DrawnFace.wall.analysis().facts.headshotFrame == nil)
    }
}
