import Foundation

/// A rectangle cut out of a picture, turned and scaled: the map from its pixels to the picture's.
struct Patch: Sendable {
    /// The width in pixels of the patch.
    let width: Int
    /// The height in pixels of the patch.
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
    private var offsets: [FixedPoint] {
        let count = samplesAcross
        return (0..<count * count).map { index in
            let x = (Double(index % count) + 0.5) / Double(count) - 0.5
            let y = (Double(index / count) + 0.5) / Double(count) - 0.5
            return FixedPoint(across * x + down * y)
        }
    }

    /// The bytes of any patch: each the average of its samples, clamped to the picture.
    private func sampled(
        of bytes: [UInt8], _ size: (width: Int, height: Int), channels: Int
    ) -> [UInt8] {
        let (offsets, count) = (offsets, samplesAcross * samplesAcross)
        let (start, column, row) = (FixedPoint(origin), FixedPoint(across), FixedPoint(down))
        let share = 1 / (Float(count) * Float(1 << (2 * FixedPoint.weightBits)))
        var corners = [Bilinear](repeating: Bilinear(), count: count)
        var result = [UInt8](repeating: 0, count: width * height * channels)
        // Unchecked: points are clamped, so a corner lies within the picture; a pixel lies within the patch,
        // and there is a corner for each offset.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe offsets.withUnsafeBufferPointer { offsets in
                unsafe corners.withUnsafeMutableBufferPointer { corners in
                    for pixel in 0..<width * height {
                        let (line, place) = pixel.quotientAndRemainder(dividingBy: width)
                        let middle = start + column * place + row * line
                        for index in 0..<count {
                            unsafe corners[index] = unsafe Bilinear(
                                middle + offsets[index], in: size, channels: channels)
                        }
                        for channel in 0..<channels {
                            var sum: UInt32 = 0
                            for index in 0..<count {
                                let corner = unsafe corners[index]
                                let first = corner.upperLeft &+ channel
                                let below = first &+ corner.below
                                unsafe sum &+= corner.sum(
                                    source[first], source[first &+ corner.right], source[below],
                                    source[below &+ corner.right])
                            }
                            result[pixel * channels + channel] = UInt8(Float(sum) * share + 0.5)
                        }
                    }
                }
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

    /// The bytes in colour of a patch within the picture: those of ``sampled(of:_:channels:)``, but no point need be
    /// clamped.
    private func sampledInside(_ rgb: [UInt8], width sourceWidth: Int) -> [UInt8] {
        let offsets = offsets
        let (start, column, row) = (FixedPoint(origin), FixedPoint(across), FixedPoint(down))
        let one: UInt32 = 1 << (2 * FixedPoint.weightBits)
        let share = 1 / (Float(offsets.count) * Float(one))
        let stride = sourceWidth * 3
        var result = [UInt8](repeating: 0, count: width * height * 3)
        // Unchecked: the patch lies within the picture, and three bytes are written for each of its pixels.
        unsafe rgb.withUnsafeBufferPointer { source in
            unsafe offsets.withUnsafeBufferPointer { offsets in
                unsafe result.withUnsafeMutableBufferPointer { result in
                    var target = 0
                    for line in 0..<height {
                        var middle = start + row * line
                        for _ in 0..<width {
                            var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
                            for index in 0..<offsets.count {
                                let point = unsafe middle + offsets[index]
                                let (toRight, toBelow) = (point.x.weight, point.y.weight)
                                let corner = toRight &* toBelow
                                let right = (toRight << FixedPoint.weightBits) &- corner
                                let below = (toBelow << FixedPoint.weightBits) &- corner
                                let first = one &- right &- below &- corner
                                let place = point.y.pixel &* stride &+ point.x.pixel &* 3
                                let next = place &+ stride
                                unsafe red &+=
                                    first &* UInt32(source[place])
                                    &+ right &* UInt32(source[place &+ 3])
                                    &+ below &* UInt32(source[next])
                                    &+ corner &* UInt32(source[next &+ 3])
                                unsafe green &+=
                                    first &* UInt32(source[place &+ 1])
                                    &+ right &* UInt32(source[place &+ 4])
                                    &+ below &* UInt32(source[next &+ 1])
                                    &+ corner &* UInt32(source[next &+ 4])
                                unsafe blue &+=
                                    first &* UInt32(source[place &+ 2])
                                    &+ right &* UInt32(source[place &+ 5])
                                    &+ below &* UInt32(source[next &+ 2])
                                    &+ corner &* UInt32(source[next &+ 5])
                            }
                            unsafe result[target] = UInt8(Float(red) * share + 0.5)
                            unsafe result[target &+ 1] = UInt8(Float(green) * share + 0.5)
                            unsafe result[target &+ 2] = UInt8(Float(blue) * share + 0.5)
                            target &+= 3
                            middle = middle + column
                        }
                    }
                }
            }
        }
        return result
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

    private func bytes(
        of bytes: [UInt8], _ size: (width: Int, height: Int), channels: Int
    ) -> [UInt8] {
        if isUpright { return upright(of: bytes, size, channels: channels) }
        return channels == 3 && lies(within: size)
            ? sampledInside(bytes, width: size.width) : sampled(of: bytes, size, channels: channels)
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
