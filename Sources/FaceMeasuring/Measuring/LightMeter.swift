import Glibc
import FaceFacts

/// Measures the light on a face.
enum LightMeter {
    /// At or above this in green, skin has no detail left: its red is clipped even earlier.
    private static let clippedLevel: UInt8 = 250
    /// Below this slope, in stops from the middle of the face to its edge, light comes from everywhere.
    private static let leastSlope = 0.4

    static func light(
        on chip: FaceChip, in small: SmallPhoto, trust: Double, frame: PhotoFrame
    ) -> Light? {
        let lightness = chip.face.map { chip.lightness[$0] }
        let highlights = Double(Statistics.quantile(0.95, of: lightness))
        let lowlights = Double(Statistics.quantile(0.05, of: lightness))
        let clipped = chip.face.filter { chip.green[$0] >= clippedLevel }
        // If hardly any skin is visible (a mask, a beard in shadow), the whole face is used.
        let hasSkin = chip.skin.count * 10 > chip.face.count
        let skin = hasSkin ? chip.skin : chip.face
        let trust = hasSkin ? trust : trust / 2
        let slope = slope(of: chip, over: skin)
        func measure(_ value: Double, _ unit: Measure.Unit) -> Measure? {
            Measure(value, unit, confidence: trust)
        }
        let median = Statistics.median(of: skin.map { chip.lightness[$0] })
        guard let exposure = measure(Double(median), .lightness),
            let highlights = measure(highlights, .lightness),
            let overexposed = measure(Double(clipped.count) / Double(chip.face.count), .share),
            let contrast = measure(contrast(from: lowlights, to: highlights.value), .lightness),
            let balance = measure(frame.sign * balance(of: chip, over: skin), .stops)
        else { return nil }
        return Light(
            exposure: exposure, highlights: highlights, overexposed: overexposed,
            contrast: contrast, balance: balance,
            direction: direction(of: [slope.x * frame.sign, slope.y]),
            black: measure(range(of: chip, in: small).black, .lightness),
            faceBlack: measure(faceBlack(of: chip), .lightness))
    }

    /// The lightness of black and of white in a photo: the darkest hundredth of the head or of everything, whichever is darker,
    /// and the lightest hundredth.
    ///
    /// Pupils, nostrils and hair are dark in any light, and so is something in most rooms.
    static func range(of chip: FaceChip, in small: SmallPhoto) -> (black: Double, white: Double) {
        let ranges = [chip.colours, small.colours].map { picture in
            let levels = picture.levels
            return (
                low: levels.level(below: 0.01), high: levels.level(below: 0.99)
            )
        }
        func lightness(_ level: Int) -> Double {
            Double(Lab.lightness(ofLuminance: Lab.linear[level]))
        }
        return (
            lightness(ranges.map(\.low).min() ?? 0), lightness(ranges.map(\.high).max() ?? 255)
        )
    }

    private static func faceBlack(of chip: FaceChip) -> Double {
        let level = Statistics.quantile(0.005, of: chip.face.map { chip.grey[$0] })
        return Double(Lab.lightness(ofLuminance: Lab.linear[Int(level.rounded())]))
    }

    /// A range of lightness scaled to highlights of 80, so that it does not depend on the amount of light.
    ///
    /// Multiplying light multiplies lightness plus 16, as long as it is above 8.
    static func contrast(from low: Double, to high: Double) -> Double {
        (high - low) * (80 + 16) / (high + 16)
    }

    /// The average light of the right half relative to the left, in stops.
    private static func balance(of chip: FaceChip, over skin: [Int]) -> Double {
        let middle = FaceChip.middle.x
        let left = skin.filter { FaceChip.position(of: $0).x < middle - 6 }
        let right = skin.filter { FaceChip.position(of: $0).x > middle + 6 }
        guard min(left.count, right.count) > 50 else { return .nan }
        let lightLeft = Statistics.mean(of: left.map { chip.luminance[$0] })
        let lightRight = Statistics.mean(of: right.map { chip.luminance[$0] })
        // The floor is the darkest light that eight bits can tell from black.
        return log2(Double(max(lightRight, 0.000_3) / max(lightLeft, 0.000_3)))
    }

    /// Fits a plane to the light in stops: its slope to the right and downwards, per radius of the face.
    private static func slope(of chip: FaceChip, over skin: [Int]) -> SIMD2<Double> {
        var moments = PlaneMoments()
        for pixel in skin {
            let place = (FaceChip.position(of: pixel) - FaceChip.middle) / FaceChip.radii
            moments.add(
                x: Double(place.x), y: Double(place.y),
                value: log2(Double(max(chip.luminance[pixel], 0.000_3))))
        }
        return moments.slope
    }

    private static func direction(of slope: SIMD2<Double>) -> Light.Direction {
        if hypot(slope.x, slope.y) < leastSlope { return .even }
        if abs(slope.x) > abs(slope.y) { return slope.x > 0 ? .right : .left }
        return slope.y > 0 ? .below : .above
    }
}

extension ColourRaster {
    /// How many pixels have each level of grey.
    fileprivate var levels: [Int] {
        var counts = [Int](repeating: 0, count: 256)
        for level in grey().pixels { counts[Int(level)] += 1 }
        return counts
    }
}

extension [Int] {
    /// The level below which this share of the counted pixels lies.
    fileprivate func level(below share: Double) -> Int {
        var rest = Int(Double(reduce(0, +)) * share)
        return firstIndex { count in
            rest -= count
            return rest < 0
        } ?? 0
    }
}

/// Sums for fitting a plane by least squares.
private struct PlaneMoments {
    private var count = 0.0
    private var sum = SIMD3<Double>.zero
    private var products = SIMD3<Double>.zero
    private var crossed = SIMD2<Double>.zero

    mutating func add(x: Double, y: Double, value: Double) {
        count += 1
        sum += [x, y, value]
        products += [x * x, y * y, x * y]
        crossed += [x * value, y * value]
    }

    /// The slope along each axis; zero if the samples lie on a line.
    var slope: SIMD2<Double> {
        guard count > 2 else { return .zero }
        let mean = sum / count
        let xx = products.x / count - mean.x * mean.x
        let yy = products.y / count - mean.y * mean.y
        let xy = products.z / count - mean.x * mean.y
        let xv = crossed.x / count - mean.x * mean.z
        let yv = crossed.y / count - mean.y * mean.z
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 else { return .zero }
        return [(xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant]
    }
}
