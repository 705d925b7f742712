@testable import FaceFacts
@testable import FaceMeasuring
import Foundation
import TestSupport
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

    /// Each byte is a grey pixel of a picture that is three wide.
    @Test(arguments: [
        ([7, 7, 7, 7, 7, 7], true), ([7, 7, 7, 9, 9, 9], true),
        ([7, 7, 7, 9, 9, 8], false), ([6, 7, 7, 9, 9, 9], false), ([7, 8, 9, 7, 8, 9], false),
    ])
    func `a picture is searched for faces if anything changes from left to right`(
        pixels: [UInt8], isPlain: Bool
    ) {
        let raster = ColourRaster(width: 3, height: 2, rgb: pixels.flatMap { [$0, $0, $0] })
        #expect(raster.hasPlainRows == isPlain)
        let reddish = ColourRaster(width: 3, height: 2, rgb: pixels.flatMap { [$0, 0, 0] })
        #expect(reddish.hasPlainRows == isPlain)
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

    @Test(arguments: [0.0, 0.3, 1.57, 4.0])
    func `what is cut out small has the colours that the whole picture has there`(_ angle: Double) {
        // A plane of colours, an odd number of pixels wide and high, so that halves are left over.
        let (width, height) = (1283, 1021)
        let rgb = (0..<width * height).flatMap { pixel -> [UInt8] in
            [UInt8(pixel % width * 255 / width), UInt8(pixel / width * 255 / height), 77]
        }
        let picture = Picture(ColourRaster(width: width, height: height, rgb: rgb))
        for step in [1.0, 3, 6.5, 9] {
            let patch = Patch(
                width: 40, height: 30, origin: [640, 500],
                across: SIMD2(cos(angle), sin(angle)) * step)
            let small = patch.colours(of: picture)
            for (column, row) in [(0, 0), (39, 0), (20, 15), (39, 29)] {
                let place = patch.position(x: Double(column), y: Double(row))
                let first = (row * 40 + column) * 3
                #expect(abs(Double(small.rgb[first]) - place.x * 255 / Double(width)) < 1.5)
                #expect(abs(Double(small.rgb[first + 1]) - place.y * 255 / Double(height)) < 1.5)
                #expect(small.rgb[first + 2] == 77)
            }
        }
    }

    @Test func `a patch beyond the picture shows the picture's edge`() {
        let white = [UInt8](repeating: 255, count: 300 * 200 * 3)
        let picture = Picture(ColourRaster(width: 300, height: 200, rgb: white))
        for origin in [SIMD2(-1e12, 40), SIMD2(1e300, -1e300), SIMD2(290, 190)] {
            for across in [SIMD2(5.0, 0), SIMD2(3, 4), SIMD2(0, -1e9)] {
                let patch = Patch(width: 9, height: 9, origin: origin, across: across)
                #expect(patch.colours(of: picture).rgb.allSatisfy { $0 == 255 })
            }
        }
    }

    @Test(arguments: [SIMD2(1.0, 0), [1, 0.1], [2.6, -1.3], [0, 4.5], [-0.4, 0.2]])
    func `a patch is the same whether there is more picture around it or not`(
        across: SIMD2<Double>
    ) {
        let size = (width: 240, height: 200)
        var generator = SplitMix64(state: 7)
        let rgb = (0..<size.width * size.height * 3).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        let whole = ColourRaster(width: size.width, height: size.height, rgb: rgb)
        let patch = Patch(width: 12, height: 9, origin: [120.3, 99.8], across: across)
        // No more than the samples of its pixels, and the pixels around those.
        let reach = (abs(across.x) + abs(across.y)) / 2
        let corners = [(0.0, 0.0), (11, 0), (0, 8), (11, 8)].map(patch.position)
        let low = corners.reduce(corners[0], pointwiseMin) - reach
        let high = corners.reduce(corners[0], pointwiseMax) + reach + 1
        let (left, top) = (Int(low.x), Int(low.y))
        let (right, bottom) = (Int(high.x.rounded(.up)), Int(high.y.rounded(.up)))
        var kept: [UInt8] = []
        for row in top...bottom {
            let line = row * size.width
            kept += rgb[3 * (line + left)..<3 * (line + right + 1)]
        }
        let part = ColourRaster(width: right - left + 1, height: bottom - top + 1, rgb: kept)
        let moved = Patch(
            width: 12, height: 9, origin: patch.origin - SIMD2(Double(left), Double(top)),
            across: across)
        #expect(moved.colours(of: part).rgb == patch.colours(of: whole).rgb)
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
