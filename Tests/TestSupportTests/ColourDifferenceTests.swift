import TestSupport
import Testing

/// The measure by which tests compare colours.
struct ColourDifferenceTests {
    /// Pairs of the paper that published the formula's test data: Sharma, Wu and Dalal, 2005, table 1.
    @Test(
        arguments: [
            ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
            ([50, -1.1848, -84.8006], [50, 0, -82.7485], 1.0000),
            ([50, 0, 0], [50, -1, 2], 2.3669), ([50, 2.5, 0], [73, 25, -18], 27.1492),
            ([50, 2.5, 0], [58, 24, 15], 19.4535),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.2630),
            ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
            ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
        ] as [([Double], [Double], Double)])
    func `it is that of the published pairs`(one: [Double], other: [Double], difference: Double) {
        let (one, other) = (
            LabColour(one[0], one[1], one[2]), LabColour(other[0], other[1], other[2])
        )
        #expect(abs(one.difference(from: other) - difference) < 0.000_1)
        #expect(abs(other.difference(from: one) - difference) < 0.000_1)
    }

    @Test func `grey has no chroma, and white is 100`() {
        let white = LabColour(red: 255, green: 255, blue: 255)
        #expect(abs(white.lightness - 100) < 0.001)
        #expect(abs(white.a) < 0.01 && abs(white.b) < 0.01)
    }
}
