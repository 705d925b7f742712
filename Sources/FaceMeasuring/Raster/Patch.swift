import Glibc

/// A rectangle cut out of a picture, turned and scaled: the map from its pixels to the picture's.
struct Patch: Sendable {
    let width: Int
    let height: Int
    /// The position of the patch's pixel (0, 0) in the picture.
    let origin: SIMD2<Double>
    /// The step in the picture for one column of the patch.
    let across: SIMD2<Double>

    /// The step in the picture for one row of the patch: a column's turned clockwise by 90 degrees.
    var down: SIMD2<Double> { [-across.y, across.x] }

    /// The pixels of the picture per pixel of the patch, along a side.
    var step: Double { hypot(across.x, across.y) }

    /// The position in the picture of a point of the patch.
    func position(x: Double, y: Double) -> SIMD2<Double> {
        origin + across * x + down * y
    }

    /// The point of the patch for a position in the picture.
    func point(at position: SIMD2<Double>) -> SIMD2<Double> {
        let way = position - origin
        return SIMD2((way * across).sum(), (way * down).sum()) / (step * step)
    }
}

extension Patch {
    /// An upright patch over a whole picture.
    init(over size: (width: Int, height: Int), longSide side: Int) {
        let step = max(1, Double(max(size.width, size.height)) / Double(side))
        self.init(
            width: max(1, Int(Double(size.width) / step)),
            height: max(1, Int(Double(size.height) / step)),
            origin: SIMD2(repeating: (step - 1) / 2), across: [step, 0])
    }

    /// A patch one of whose points lies at a place in the picture.
    init(
        width: Int, height: Int, across: SIMD2<Double>, _ point: SIMD2<Double>,
        at place: SIMD2<Double>
    ) {
        let upright = Patch(width: width, height: height, origin: .zero, across: across)
        let way = upright.position(x: point.x, y: point.y)
        self.init(width: width, height: height, origin: place - way, across: across)
    }

    /// The samples averaged for each pixel, along a side: one for each pixel of the picture, up to a limit;
    /// with fewer, a sharp picture looks noisy.
    private var samplesAcross: Int { min(max(Int(step.rounded(.up)), 1), 6) }

    /// The same patch of the picture after the given number of halvings.
    private func halved(_ times: Int) -> Patch {
        let share = 1 / Double(1 << times)
        return Patch(
            width: width, height: height, origin: (origin + 0.5) * share - 0.5,
            across: across * share)
    }

    /// Whether its lines are parallel to the picture's, so that samples lie in rows and columns.
    private var isUpright: Bool { across.y == 0 && across.x > 0 }

    /// The position of each sample relative to the centre of its pixel; the more a picture is reduced, the more
    /// samples.
    private var offsets: [SIMD2<Int>] {
        let count = samplesAcross
        return (0..<count * count).map { index in
            let x = (Double(index % count) + 0.5) / Double(count) - 0.5
            let y = (Double(index / count) + 0.5) / Double(count) - 0.5
            return FixedPoint.parts(of: across * x + down * y)
        }
    }

    /// The bytes of any patch: each the average of its samples, clamped to the picture.
    private func sampled(
        of bytes: [UInt8], _ size: (width: Int, height: Int), channels: Int
    ) -> [UInt8] {
        let offsets = offsets
        let start = FixedPoint.parts(of: origin)
        let (column, row) = (FixedPoint.parts(of: across), FixedPoint.parts(of: down))
        let share = 1 / (Float(offsets.count) * Float(1 << (2 * FixedPoint.weightBits)))
        let isInside = lies(within: size)
        var result = [UInt8](repeating: 0, count: width * height * channels)
        // Unchecked: points are clamped unless all lie within the picture, and so do the pixels around them; a pixel
        // lies within the patch.
        let source = bytes.span
        let offset = offsets.span
        var written = result.mutableSpan
        var target = 0
        for line in 0..<height {
            var middle = start &+ row &* line
            for _ in 0..<width {
                var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
                for index in 0..<offsets.count {
                    let corner = unsafe Bilinear(
                        middle &+ offset[unchecked: index], in: size, channels: channels,
                        isInside: isInside)
                    red &+= corner.sum(of: source, 0)
                    guard channels == 3 else { continue }
                    green &+= corner.sum(of: source, 1)
                    blue &+= corner.sum(of: source, 2)
                }
                unsafe written[unchecked: target] = UInt8(Float(red) * share + 0.5)
                if channels == 3 {
                    unsafe written[unchecked: target &+ 1] = UInt8(Float(green) * share + 0.5)
                    unsafe written[unchecked: target &+ 2] = UInt8(Float(blue) * share + 0.5)
                }
                target &+= channels
                middle &+= column
            }
        }
        return result
    }

    /// Whether it lies within the picture with all its samples and the pixels around them.
    private func lies(within size: (width: Int, height: Int)) -> Bool {
        let reach = abs(across.x) + abs(across.y) + 1
        let (right, bottom) = (Double(width - 1), Double(height - 1))
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(position)
        return corners.allSatisfy {
            min($0.x, $0.y) >= reach && $0.x + reach < Double(size.width - 1)
                && $0.y + reach < Double(size.height - 1)
        }
    }

    /// The bytes of an upright patch: the same samples, summed line by line, which is faster.
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
        let source = bytes.span
        var sums = line.mutableSpan
        for row in 0..<height {
            for index in used { unsafe sums[unchecked: index] = 0 }
            for index in 0..<rows.length {
                let start = (rows.first[row] + index) * size.width * channels
                let weight = rows.weights[row * rows.length + index]
                for index in used {
                    unsafe sums[unchecked: index] +=
                        weight * Float(source[unchecked: start + index])
                }
            }
            for column in 0..<width {
                let start = columns.first[column] * channels
                for channel in 0..<channels {
                    var sum: Float = 0.5
                    for index in 0..<columns.length {
                        let weight = columns.weights[column * columns.length + index]
                        unsafe sum += weight * sums[unchecked: start + index * channels + channel]
                    }
                    let target = (row * width + column) * channels + channel
                    result[target] = UInt8(min(255, sum))
                }
            }
        }
        return result
    }

    private func bytes(
        of bytes: [UInt8], _ size: (width: Int, height: Int), channels: Int
    ) -> [UInt8] {
        isUpright
            ? upright(of: bytes, size, channels: channels)
            : sampled(of: bytes, size, channels: channels)
    }

    /// The patch in grey; beyond the picture, its edge is continued.
    func grey(of picture: GreyRaster) -> GreyRaster {
        let pixels = bytes(of: picture.pixels, (picture.width, picture.height), channels: 1)
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The patch in colour; beyond the picture, its edge is continued.
    ///
    /// - Parameter leastStep: The least number of pixels for one of the patch, along a side. With one, which is
    ///   enough for a net, fine structure depends on where the patch is cut out.
    func colours(of picture: Picture, leastStep least: Double = 2) -> ColourRaster {
        let (raster, halvings) = picture.level(forStep: step, least: least)
        return halved(halvings).colours(of: raster)
    }

    /// The patch in colour; beyond the picture, its edge is continued.
    func colours(of picture: ColourRaster) -> ColourRaster {
        let rgb = bytes(of: picture.rgb, (picture.width, picture.height), channels: 3)
        return ColourRaster(width: width, height: height, rgb: rgb)
    }
}

/// Positions and distances in a picture in fixed-point numbers: faster than fractions.
private enum FixedPoint {
    /// A pixel has two to the power of this many parts.
    static let bits = 16
    /// The bits of a weight: the sums of 36 samples must fit into 32 bits.
    static let weightBits = 8
    /// Beyond every picture, and well within what the number can hold.
    private static let farthest = 1e6

    static func parts(of point: SIMD2<Double>) -> SIMD2<Int> {
        func parts(_ number: Double) -> Int {
            guard number.isFinite else { return 0 }
            return Int(min(max(number, -farthest), farthest) * Double(1 << bits))
        }
        return SIMD2(parts(point.x), parts(point.y))
    }
}

/// The four pixels around a point, and their weights.
private struct Bilinear {
    /// The byte offset of the first pixel, and the offsets from it to the right and below.
    private var upperLeft: Int
    private var right: Int
    private var below: Int
    private let weights: (UInt32, UInt32, UInt32, UInt32)

    /// The pixels around a point, which is clamped to the picture unless it is known to lie inside.
    @inline(__always)
    init(
        _ point: SIMD2<Int>, in size: (width: Int, height: Int), channels: Int, isInside: Bool
    ) {
        var (x, y) = (point.x, point.y)
        let line = size.width &* channels
        (right, below) = (channels, line)
        if !isInside {
            let lastX = (size.width &- 1) << FixedPoint.bits
            let lastY = (size.height &- 1) << FixedPoint.bits
            (x, y) = (max(0, min(x, lastX)), max(0, min(y, lastY)))
            if x == lastX { right = 0 }
            if y == lastY { below = 0 }
        }
        upperLeft = (y >> FixedPoint.bits) &* line &+ (x >> FixedPoint.bits) &* channels
        let one: UInt32 = 1 << FixedPoint.weightBits
        let shift = FixedPoint.bits - FixedPoint.weightBits
        // Of the pixels after the point; those before it have the rest.
        let toRight = UInt32(truncatingIfNeeded: x >> shift) & (one - 1)
        let toBelow = UInt32(truncatingIfNeeded: y >> shift) & (one - 1)
        weights = (
            (one &- toRight) &* (one &- toBelow), toRight &* (one &- toBelow),
            (one &- toRight) &* toBelow, toRight &* toBelow
        )
    }

    /// The sum of one channel of the four pixels by their weights; unchecked, as they lie within the picture.
    @inline(__always)
    func sum(of bytes: Span<UInt8>, _ channel: Int) -> UInt32 {
        let first = upperLeft &+ channel
        let next = first &+ below
        return unsafe UInt32(bytes[unchecked: first]) &* weights.0
            &+ UInt32(bytes[unchecked: first &+ right]) &* weights.1
            &+ UInt32(bytes[unchecked: next]) &* weights.2
            &+ UInt32(bytes[unchecked: next &+ right]) &* weights.3
    }
}
