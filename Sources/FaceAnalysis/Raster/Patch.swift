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

    private var samplesAcross: Int { min(max(Int(step.rounded(.up)), 1), 6) }

    /// Whether its lines are those of the picture, so that samples lie in rows and columns.
    private var isUpright: Bool { across.y == 0 }

    /// Where each sample of one pixel lies, relative to its middle: more samples where pixels get
    /// fewer.
    private var offsets: [SIMD2<Double>] {
        let count = samplesAcross
        return (0..<count * count).map { index in
            let x = (Double(index % count) + 0.5) / Double(count) - 0.5
            let y = (Double(index / count) + 0.5) / Double(count) - 0.5
            return across * x + down * y
        }
    }

    /// Adds up the samples of each pixel, held within a picture of a size, and hands the sums over
    /// in the order of the pixels.
    ///
    /// Inlined into its callers, as everything within the loops is: there are up to three million
    /// samples to a photo.
    @inline(__always)
    private func sumUp<Sum>(
        in size: (width: Int, height: Int), from none: Sum, _ add: (inout Sum, Bilinear) -> Void,
        _ take: (_ pixel: Int, _ sum: Sum, _ count: Float) -> Void
    ) {
        let offsets = offsets
        guard !isUpright else {
            let count = samplesAcross
            let columns = (0..<width * count).map { index in
                Tap(
                    (origin + across * Double(index / count)).x + offsets[index % count].x,
                    below: size.width)
            }
            let rows = (0..<height * count).map { index in
                Tap(
                    (origin + down * Double(index / count)).y + offsets[index % count * count].y,
                    below: size.height)
            }
            for row in 0..<height {
                for column in 0..<width {
                    var sum = none
                    for y in row * count..<(row + 1) * count {
                        for x in column * count..<(column + 1) * count {
                            add(&sum, Bilinear(columns[x], rows[y], width: size.width))
                        }
                    }
                    take(row * width + column, sum, Float(offsets.count))
                }
            }
            return
        }
        for row in 0..<height {
            for column in 0..<width {
                let middle = origin + across * Double(column) + down * Double(row)
                var sum = none
                for offset in offsets {
                    let point = middle + offset
                    let corner = Bilinear(
                        Tap(point.x, below: size.width), Tap(point.y, below: size.height),
                        width: size.width)
                    add(&sum, corner)
                }
                take(row * width + column, sum, Float(offsets.count))
            }
        }
    }

    /// The grey of the patch; beyond the picture its edge goes on.
    func grey(of picture: GreyRaster) -> GreyRaster {
        var pixels = [UInt8](repeating: 0, count: width * height)
        // Unchecked: a corner lies within the picture, by how its point was held, and a pixel
        // within the patch.
        unsafe picture.pixels.withUnsafeBufferPointer { source in
            unsafe pixels.withUnsafeMutableBufferPointer { target in
                sumUp(in: (picture.width, picture.height), from: Float(0)) { sum, corner in
                    let first = corner.upperLeft
                    unsafe sum += corner.mean(
                        Float(source[first]), Float(source[first + corner.right]),
                        Float(source[first + corner.below]),
                        Float(source[first + corner.right + corner.below]))
                } _: { pixel, sum, count in
                    unsafe target[pixel] = UInt8(min(255, sum / count + 0.5))
                }
            }
        }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The side of the block of pixels that each of these covers exactly, sample by sample; nil where they do not.
    private func blockSide(in picture: ColourRaster) -> Int? {
        let side = across.x.rounded()
        guard isUpright, across.x == side, (2...6).contains(side),
            origin == SIMD2(repeating: (side - 1) / 2),
            width * Int(side) <= picture.width, height * Int(side) <= picture.height
        else { return nil }
        return Int(side)
    }

    /// The same colours as by samples, which all fall on pixels here, in a fifth of the time.
    private func blocks(_ side: Int, of picture: ColourRaster) -> ColourRaster {
        let area = side * side
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        // Unchecked: whole blocks of the picture.
        unsafe picture.rgb.withUnsafeBufferPointer { source in
            for row in 0..<height {
                for column in 0..<width {
                    var sum = SIMD4<Int32>(repeating: Int32(area / 2))
                    for y in row * side..<(row + 1) * side {
                        let line = (y * picture.width + column * side) * 3
                        for first in stride(from: line, to: line + side * 3, by: 3) {
                            unsafe sum &+= SIMD4(
                                Int32(source[first]), Int32(source[first + 1]),
                                Int32(source[first + 2]), 0)
                        }
                    }
                    let target = (row * width + column) * 3
                    for channel in 0..<3 {
                        rgb[target + channel] = UInt8(sum[channel] / Int32(area))
                    }
                }
            }
        }
        return ColourRaster(width: width, height: height, rgb: rgb)
    }

    /// The colours of the patch; beyond the picture its edge goes on.
    func colours(of picture: ColourRaster) -> ColourRaster {
        if let side = blockSide(in: picture) { return blocks(side, of: picture) }
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        unsafe picture.rgb.withUnsafeBufferPointer { source in
            unsafe rgb.withUnsafeMutableBufferPointer { target in
                sumUp(in: (picture.width, picture.height), from: SIMD4<Float>.zero) { sum, corner in
                    let first = corner.upperLeft
                    unsafe sum += corner.mean(
                        source.colour(first), source.colour(first + corner.right),
                        source.colour(first + corner.below),
                        source.colour(first + corner.right + corner.below))
                } _: { pixel, sum, count in
                    let mean = sum / count + 0.5
                    unsafe target[pixel * 3] = UInt8(min(255, mean.x))
                    unsafe target[pixel * 3 + 1] = UInt8(min(255, mean.y))
                    unsafe target[pixel * 3 + 2] = UInt8(min(255, mean.z))
                }
            }
        }
        return ColourRaster(width: width, height: height, rgb: rgb)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The colour of a pixel of three channels, and nothing in a fourth place.
    @inline(__always)
    fileprivate func colour(_ pixel: Int) -> SIMD4<Float> {
        let first = pixel * 3
        return unsafe SIMD4(Float(self[first]), Float(self[first + 1]), Float(self[first + 2]), 0)
    }
}

/// A point's place along one side: after which pixel, and how far on the way to the next.
private struct Tap {
    let place: Int
    /// 1, or 0 behind the last pixel.
    let next: Int
    let share: Float

    /// The place of a point, held within a side of so many pixels.
    @inline(__always)
    init(_ point: Double, below count: Int) {
        let held = min(max(point, 0), Double(count - 1))
        place = Int(held)
        next = place + 1 < count ? 1 : 0
        share = Float(held - Double(place))
    }
}

/// The four pixels around a point, and their weights.
private struct Bilinear {
    let upperLeft: Int
    let right: Int
    let below: Int
    private let shareRight: Float
    private let shareBelow: Float

    @inline(__always)
    init(_ column: Tap, _ row: Tap, width: Int) {
        upperLeft = row.place * width + column.place
        right = column.next
        below = row.next * width
        shareRight = column.share
        shareBelow = row.share
    }

    @inline(__always)
    func mean(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
        let above = a + (b - a) * shareRight
        let under = c + (d - c) * shareRight
        return above + (under - above) * shareBelow
    }

    @inline(__always)
    func mean(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
    ) -> SIMD4<Float> {
        let above = a + (b - a) * shareRight
        let under = c + (d - c) * shareRight
        return above + (under - above) * shareBelow
    }
}
