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

    /// - Parameter samples: How many samples each pixel is the mean of, along a side; by default one for each pixel of the
    ///   picture.
    init(
        width: Int, height: Int, origin: SIMD2<Double>, across: SIMD2<Double>, samples: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.origin = origin
        self.across = across
        samplesAcross = samples ?? min(max(Int(hypot(across.x, across.y).rounded(.up)), 1), 6)
    }

    private let samplesAcross: Int

    /// Whether its lines are those of the picture, so that samples lie in rows and columns.
    private var isUpright: Bool { across.y == 0 && across.x > 0 }

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

    /// The bytes of an upright patch: the same samples, added up line by line, which is quicker.
    private func upright(
        of bytes: [UInt8], _ size: (width: Int, height: Int), channels: Int
    ) -> [UInt8] {
        let columns = Shares(
            count: width, from: origin.x, step: across.x, samples: samplesAcross, below: size.width)
        let rows = Shares(
            count: height, from: origin.y, step: across.x, samples: samplesAcross,
            below: size.height)
        let used = columns.places.lowerBound * channels..<columns.places.upperBound * channels
        var line = [Float](repeating: 0, count: size.width * channels)
        var result = [UInt8](repeating: 0, count: width * height * channels)
        // Unchecked: shares lie within the picture, and so within a line of it.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe line.withUnsafeMutableBufferPointer { line in
                for row in 0..<height {
                    for index in used { unsafe line[index] = 0 }
                    for index in 0..<rows.length {
                        let start = (rows.first[row] + index) * size.width * channels
                        let weight = rows.weights[row * rows.length + index]
                        for index in used {
                            unsafe line[index] += weight * Float(source[start + index])
                        }
                    }
                    for column in 0..<width {
                        let start = columns.first[column] * channels
                        for channel in 0..<channels {
                            var sum: Float = 0.5
                            for index in 0..<columns.length {
                                let weight = columns.weights[column * columns.length + index]
                                unsafe sum += weight * line[start + index * channels + channel]
                            }
                            let target = (row * width + column) * channels + channel
                            result[target] = UInt8(min(255, sum))
                        }
                    }
                }
            }
        }
        return result
    }

    /// The grey of the patch; beyond the picture its edge goes on.
    func grey(of picture: GreyRaster) -> GreyRaster {
        if isUpright {
            let pixels = upright(of: picture.pixels, (picture.width, picture.height), channels: 1)
            return GreyRaster(width: width, height: height, pixels: pixels)
        }
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

    /// The colours of the patch; beyond the picture its edge goes on.
    func colours(of picture: ColourRaster) -> ColourRaster {
        if isUpright {
            let rgb = upright(of: picture.rgb, (picture.width, picture.height), channels: 3)
            return ColourRaster(width: width, height: height, rgb: rgb)
        }
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

/// What the pixels along one side give to each pixel of an upright patch: to all the same number of neighbours.
private struct Shares {
    /// How many pixels give something to each, counting some that give nothing.
    let length: Int
    /// The first pixel that gives something to each.
    let first: [Int]
    /// The weights in turn, `length` for each; those of one sum to 1.
    let weights: [Float]
    /// All pixels that give something.
    let places: Range<Int>

    /// The shares of pixels of a length, each the mean of samples that are spread over it evenly.
    init(count: Int, from origin: Double, step: Double, samples: Int, below size: Int) {
        let taps = (0..<count).map { pixel in
            (0..<samples).map { sample in
                let offset = (Double(sample) + 0.5) / Double(samples) - 0.5
                return Tap(origin + step * (Double(pixel) + offset), below: size)
            }
        }
        let spans = taps.map { $0[samples - 1].place + $0[samples - 1].next - $0[0].place + 1 }
        let length = spans.max() ?? 0
        let first = taps.map { min($0[0].place, size - length) }
        var weights = [Float](repeating: 0, count: count * length)
        for (pixel, taps) in taps.enumerated() {
            for tap in taps {
                let index = pixel * length + tap.place - first[pixel]
                weights[index] += (1 - tap.share) / Float(samples)
                weights[index + tap.next] += tap.share / Float(samples)
            }
        }
        self.length = length
        self.first = first
        self.weights = weights
        places = (first.min() ?? 0)..<(first.max() ?? 0) + length
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
