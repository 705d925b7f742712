@testable import FaceFacts
@testable import FaceMeasuring
import Ground
import TestSupport
import Testing

struct SkinToneTests {
    @Test(arguments: [5.0, 12, 19, 30])
    func `dark skin with highlights on it is never refused`(_ skin: Double) throws {
        let facts = try facts(skin: skin, highlights: 54)
        #expect(FaceRule.exposure.finding(for: facts) == nil)
        let parts = try #require(PartValues(of: facts))
        #expect(parts[.light] > 0.9)
    }

    @Test func `only dark skin without any light on it is refused`() throws {
        #expect(
            try FaceRule.exposure.finding(for: facts(skin: 19, highlights: 34))?.severity == .refusal)
        #expect(
            try FaceRule.exposure.finding(for: facts(skin: 19, highlights: 36))?.severity == .warning)
        #expect(
            try FaceRule.exposure.finding(for: facts(skin: 21, highlights: 34))?.severity == .warning)
    }

    /// The facts of a good photo but for the lightness of the skin.
    private func facts(skin: Double, highlights: Double) throws -> FaceFacts {
        let measure = { (value: Double, unit: Measure.Unit) in
            try #require(Measure(value, unit, confidence: 1))
        }
        let point = PhotoPoint(x: 0, y: 0)
        return try FaceFacts(
            width: 1000, height: 1000, faces: [], quarterTurns: 0, pose: nil,
            eyes: Eyes(
                left: point, right: point, distance: measure(150, .pixels), isApproximate: false),
            framing: Framing(
                headShare: measure(0.5, .ratio), eyeLine: measure(0.4, .share),
                offCentre: measure(0, .share), cutOff: []),
            light: Light(
                exposure: measure(skin, .lightness), highlights: measure(highlights, .lightness),
                overexposed: measure(0, .share), contrast: measure(50, .lightness),
                balance: measure(0, .stops), direction: .above),
            sharpness: Sharpness(
                detail: measure(20, .ratio), edges: measure(0.6, .ratio), noise: measure(5, .ratio)),
            symmetry: nil, colour: nil, background: nil, expression: nil, proportions: nil)
    }
}
