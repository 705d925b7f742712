import TestSupport
import Testing

@testable import Studio

struct GuidedFilterTests {
    @Test func `what is a function of the colour comes out as it went in`() {
        var random = SplitMix64(state: 4)
        let colours = Field(width: 40, height: 30) { _ in
            SIMD4(
                Float.random(in: 0...1, using: &random), Float.random(in: 0...1, using: &random),
                Float.random(in: 0...1, using: &random), 1)
        }
        let plane = Plane(width: 40, height: 30) { x, y in
            (colours[x, y] * SIMD4(0.3, 0.5, -0.2, 0.1)).sum()
        }
        let coefficients = GuidedFilter.coefficients(
            of: plane, along: colours, radius: 4, epsilon: 1e-6)
        for index in plane.values.indices {
            let value = GuidedFilter.value(coefficients.values[index], colours.values[index])
            #expect(abs(value - plane.values[index]) < 1e-3)
        }
    }

    @Test func `a soft edge goes to where the colour has its own`() {
        // Two colours meet at 20; the plane changes softly from 12 to 32.
        let colours = Field(width: 40, height: 24) {
            $0 % 40 < 20 ? SIMD4(0.2, 0.3, 0.4, 1) : SIMD4(0.7, 0.5, 0.3, 1)
        }
        let plane = Plane(width: 40, height: 24) { x, _ in smoothStep(Float(x) + 0.5, 12, 32) }
        let coefficients = GuidedFilter.coefficients(
            of: plane, along: colours, radius: 6, epsilon: 1e-4)
        let values = (0..<40).map {
            GuidedFilter.value(coefficients[$0, 12], colours[$0, 12])
        }
        #expect(values[20] - values[19] > 0.35)
        #expect(abs(values[18] - values[19]) < 0.05)
        #expect(abs(values[21] - values[20]) < 0.05)
    }
}
