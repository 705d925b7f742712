import Foundation

/// A rectangle cut out of a picture, turned and scaled: how its pixels lie in the picture.
struct Patch: Sendable {
    /// The width in pixels of the patch.
    let width: Int
    /// The height in pixels of the patch.
    let height: Int
    /// Where the patch's pixel (0, 0) lies in the picture.
    let origin: SIMD2<Double>
    /// The way in the picture for one column of the patch.
    let across: SIMD2<Double>

    /// The way in the picture for one row of the patch: a quarter turn clockwise from a column's.
    var down: SIMD2<Double> { [-across.y, across.x] }

    /// The pixels of the picture for one of the patch, along a side.
    var step: Double { hypot(across.x, across.y) }

    /// Where a point of the patch lies in the picture.
    func position(x: Double, y: Double) -> SIMD2<Double> {
        origin + across * x + down * y
    }

    /// An upright patch over a whole picture.
    init(over size: (width: Int, height: Int), longSide side: Int) {
        let step = max(1, Double(max(size.width, size.height)) / Double(side))
        self.init(
            width: max(1, Int(Double(size.width) / step)),
            height: max(1, Int(Double(size.height) / step)),
            origin: SIMD2(repeating: (step - 1) / 2), across: [step, 0])
    }

    init(width: Int, height: Int, origin: SIMD2<Double>, across: SIMD2<Double>) {
        self.width = width
        self.height = height
        self.origin = origin
        self.across = across
    }

    /// Where each sample of one pixel lies, relative to its middle: more samples where pixels get
    /// fewer.
    private var offsets: [SIMD2<Double>] {
        let count = min(max(Int(step.rounded(.up)), 1), 6)
        return (0..<count * count).map { index in
            let x = (Double(index % count) + 0.5) / Double(count) - 0.5
            let y = (Double(index / count) + 0.5) / Double(count) - 0.5
            return across * x + down * y
        }
    }

    /// Calls `body` for each pixel of the patch with the positions of its samples in the picture,
    /// held within it.
    private func forEachSample(
        in size: (width: Int, height: Int), _ body: (_ pixel: Int, _ x: Double, _ y: Double) -> Void
    ) -> Int {
        let offsets = offsets
        let right = Double(size.width - 1)
        let bottom = Double(size.height - 1)
        for row in 0..<height {
            for column in 0..<width {
                let middle = origin + across * Double(column) + down * Double(row)
                for offset in offsets {
                    let point = middle + offset
                    body(
                        row * width + column, min(max(point.x, 0), right),
                        min(max(point.y, 0), bottom))
                }
            }
        }
        return offsets.count
    }

    /// The grey of the patch; beyond the picture its edge goes on.
    func grey(of picture: GreyRaster) -> GreyRaster {
        var sums = [Float](repeating: 0, count: width * height)
        let samples = forEachSample(in: (picture.width, picture.height)) { pixel, x, y in
            let corner = Bilinear(x: x, y: y, width: picture.width, height: picture.height)
            let pixels = picture.pixels
            sums[pixel] += corner.mean(
                Float(pixels[corner.upperLeft]), Float(pixels[corner.upperLeft + corner.right]),
                Float(pixels[corner.upperLeft + corner.below]),
                Float(pixels[corner.upperLeft + corner.right + corner.below]))
        }
        let pixels = sums.map { UInt8(min(255, $0 / Float(samples) + 0.5)) }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The colours of the patch; beyond the picture its edge goes on.
    func colours(of picture: ColourRaster) -> ColourRaster {
        var sums = [Float](repeating: 0, count: width * height * 3)
        let samples = forEachSample(in: (picture.width, picture.height)) { pixel, x, y in
            let corner = Bilinear(x: x, y: y, width: picture.width, height: picture.height)
            let rgb = picture.rgb
            for channel in 0..<3 {
                let first = corner.upperLeft * 3 + channel
                sums[pixel * 3 + channel] += corner.mean(
                    Float(rgb[first]), Float(rgb[first + corner.right * 3]),
                    Float(rgb[first + corner.below * 3]),
                    Float(rgb[first + (corner.right + corner.below) * 3]))
            }
        }
        let rgb = sums.map { UInt8(min(255, $0 / Float(samples) + 0.5)) }
        return ColourRaster(width: width, height: height, rgb: rgb)
    }
}

/// The four pixels around a point, and their weights.
private struct Bilinear {
    let upperLeft: Int
    let right: Int
    let below: Int
    private let shareRight: Float
    private let shareBelow: Float

    init(x: Double, y: Double, width: Int, height: Int) {
        let column = Int(x)
        let row = Int(y)
        upperLeft = row * width + column
        right = column + 1 < width ? 1 : 0
        below = row + 1 < height ? width : 0
        shareRight = Float(x - Double(column))
        shareBelow = Float(y - Double(row))
    }

    func mean(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
        let above = a + (b - a) * shareRight
        let under = c + (d - c) * shareRight
        return above + (under - above) * shareBelow
    }
}
