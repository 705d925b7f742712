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

    /// Adds up the samples of each pixel, held within a picture of a size, and hands the sums over
    /// in the order of the pixels.
    private func sumUp<Sum>(
        in size: (width: Int, height: Int), from none: Sum, _ add: (inout Sum, Bilinear) -> Void,
        _ take: (_ sum: Sum, _ count: Float) -> Void
    ) {
        let offsets = offsets
        let right = Double(size.width - 1)
        let bottom = Double(size.height - 1)
        for row in 0..<height {
            for column in 0..<width {
                let middle = origin + across * Double(column) + down * Double(row)
                var sum = none
                for offset in offsets {
                    let point = middle + offset
                    let corner = Bilinear(
                        x: min(max(point.x, 0), right), y: min(max(point.y, 0), bottom),
                        width: size.width, height: size.height)
                    add(&sum, corner)
                }
                take(sum, Float(offsets.count))
            }
        }
    }

    /// The grey of the patch; beyond the picture its edge goes on.
    func grey(of picture: GreyRaster) -> GreyRaster {
        let source = picture.pixels
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        sumUp(in: (picture.width, picture.height), from: Float(0)) { sum, corner in
            let first = corner.upperLeft
            sum += corner.mean(
                Float(source[first]), Float(source[first + corner.right]),
                Float(source[first + corner.below]),
                Float(source[first + corner.right + corner.below]))
        } _: { sum, count in
            pixels.append(UInt8(min(255, sum / count + 0.5)))
        }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The colours of the patch; beyond the picture its edge goes on.
    func colours(of picture: ColourRaster) -> ColourRaster {
        let source = picture.rgb
        func colour(_ index: Int) -> SIMD3<Float> {
            let first = index * 3
            return SIMD3(Float(source[first]), Float(source[first + 1]), Float(source[first + 2]))
        }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        sumUp(in: (picture.width, picture.height), from: SIMD3<Float>.zero) { sum, corner in
            let first = corner.upperLeft
            sum += corner.mean(
                colour(first), colour(first + corner.right), colour(first + corner.below),
                colour(first + corner.right + corner.below))
        } _: { sum, count in
            let mean = sum / count + 0.5
            for channel in 0..<3 { rgb.append(UInt8(min(255, mean[channel]))) }
        }
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

    func mean(
        _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>
    ) -> SIMD3<Float> {
        let above = a + (b - a) * shareRight
        let under = c + (d - c) * shareRight
        return above + (under - above) * shareBelow
    }
}
