import TestSupport
import Testing

@testable import FaceFacts

/// The components of ISO/IEC 29794-5.
struct ComponentTests {
    @Test func `every component has an answer, and those without a measure say so`() {
        let components = FaceFacts.best.components
        #expect(components.map(\.name) == QualityComponent.Name.allCases)
        #expect(components.count == 28)
        for component in components where component.how == nil { #expect(component.reading == nil) }
        for component in components {
            #expect((component.reading?.quality == nil) == (component.reading?.mapping == nil))
        }
    }

    /// Worked out by hand from the formulas of the reference implementation, for the values of the sample.
    @Test(arguments: [
        (QualityComponent.Name.singleFacePresent, 0.0, 100),
        (.headPoseRoll, 0, 100),
        // 1.9 of 3.65 eye distances of a head of half the height: 0.2603; 200 × (1 - S(0.1897; 0, 0.05)).
        (.headSize, 0.2603, 4),
        // 0.5 × 1250 / 3.65 pixels.
        (.interEyeDistance, 171.2329, 99),
        // 1 / (0 + 0.01), at most 100.
        (.overExposure, 0, 100),
    ])
    func `the standard's formulas are applied`(
        _ name: QualityComponent.Name, _ value: Double, _ quality: Int
    ) throws {
        let reading = try #require(FaceFacts.best.reading(of: name))
        #expect(reading.value == value)
        #expect(reading.quality == quality)
        #expect(reading.mapping == .standard)
    }

    @Test func `a yaw that is a score is not given as degrees`() {
        #expect(FaceFacts.best.reading(of: .headPoseYaw) == nil)
        #expect(FaceFacts.best.reading(of: .headPosePitch) == nil)
    }

    @Test func `a mapping of our own is said to be one`() throws {
        for name in [QualityComponent.Name.sharpness, .backgroundUniformity, .luminanceVariance] {
            #expect(try #require(FaceFacts.best.reading(of: name)).mapping == .own)
        }
    }
}
