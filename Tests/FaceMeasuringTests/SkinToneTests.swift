@testable import FaceFacts
@testable import FaceMeasuring
import Ground
import TestSupport
import Testing

struct SkinToneTests {
    @Test(arguments: [5.0, 12, 19, 30])
    func `dark skin with highlights on it is never refused`(_ skin: Double) throws {
        let facts = facts(skin: skin, highlights: 54)
        #expect(FaceRule.exposure.finding(for: facts) == nil)
        let parts = try #require(PartValues(of: facts))
        #expect(parts[.light] > 0.9)
    }

    @Test func `only dark skin without any light on it is refused`() {
        let seen = [(19.0, 34.0), (19, 36), (21, 34)].map { skin, highlights in
            FaceRule.exposure.finding(for: facts(skin: skin, highlights: highlights))?.severity
        }
        #expect(seen == [.refusal, .warning, .warning])
    }

    /// The facts of a good photo but for the lightness of the skin.
    private func facts(skin: Double, highlights: Double) -> FaceFacts {
        FaceFacts.best.with(
            light: Light(
                exposure: skin, highlights: highlights, overexposed: 0, contrast: 50, balance: 0,
                direction: .above))
    }
}
