@testable import FaceAnalysis
import Testing

struct RasterTests {
    @Test(arguments: [
        (red: 255, green: 0, blue: 0, lab: [53.24, 80.09, 67.20]),
        (red: 0, green: 0, blue: 255, lab: [32.30, 79.19, -107.86]),
        (red: 255, green: 255, blue: 255, lab: [100, 0, 0]),
        (red: 0, green: 0, blue: 0, lab: [0, 0, 0]),
    ])
    func `colours have their place in CIELAB`(
        _ colour: (red: Int, green: Int, blue: Int, lab: [Float])
    ) {
        let lab = Lab(
            red: Lab.linear[colour.red], green: Lab.linear[colour.green],
            blue: Lab.linear[colour.blue])
        #expect(abs(lab.lightness - colour.lab[0]) < 0.1)
        #expect(abs(lab.a - colour.lab[1]) < 0.1)
        #expect(abs(lab.b - colour.lab[2]) < 0.1)
    }

    @Test(arguments: [7, 50, 100, 313])
    func `resizing keeps a flat picture flat`(_ side: Int) {
        let grey = GreyRaster(
            width: 100, height: 80, pixels: [UInt8](repeating: 255, count: 8000))
        let resized = grey.resized(longSide: side)
        #expect(resized.width == side)
        #expect(resized.pixels.allSatisfy { $0 >= 254 })
    }

    @Test func `four quarter turns are none`() {
        let grey = GreyRaster(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
        #expect(grey.turned(quarterTurns: 1).pixels == [4, 1, 5, 2, 6, 3])
        #expect(grey.turned(quarterTurns: 4).pixels == grey.pixels)
    }

    @Test func `a patch turned upside down shows the picture upside down`() {
        let grey = GreyRaster(width: 2, height: 2, pixels: [10, 20, 30, 40])
        let patch = Patch(width: 2, height: 2, origin: [1, 1], across: [-1, 0])
        #expect(patch.grey(of: grey).pixels == [40, 30, 20, 10])
    }

    @Test(arguments: [(-1.0, 0.0), (0, 0), (1, 0.5), (2, 1), (3, 1)])
    func `a curve is straight between its points and flat beyond`(_ x: Double, _ y: Double) {
        #expect(Curve([(0, 0), (2, 1)])(x) == y)
    }

    @Test func `what is not a number is not reported`() {
        #expect(Measure(.nan, .stops, confidence: 1) == nil)
        #expect(Measure(.infinity, .share, confidence: 1) == nil)
        #expect(Measure(1.5, .share, confidence: 2)?.value == 1)
        #expect(Measure(1.5, .share, confidence: 2)?.confidence == 1)
    }
}
