import FaceFacts
import Ground

/// Measures how clearly the parts of a face stand out where its points place them.
struct CoverMeter {
    /// Bare also with a mask: between the brows, below the eyes, at the bridge of the nose.
    private static let upperSkin = [168, 6, 8, 9, 230, 231, 229, 450, 451, 449, 119, 348, 66, 296]
    /// Bare also with sunglasses, and in the shadow that a hat throws on the eyes.
    private static let bridge = [168, 6, 197, 195]
    private static let cheeks = [36, 266, 205, 425, 50, 280, 4, 5]
    /// Below each eye: the lower lid, and the ring around it.
    private static let belowEyes = [
        [23, 24, 22, 110, 26, 230, 229, 231], [253, 254, 252, 339, 256, 450, 449, 451],
    ]
    private static let eyeRings = [[33, 160, 158, 133, 153, 144], [263, 387, 385, 362, 380, 373]]
    private static let lips = [0, 37, 267, 17, 84, 314, 39, 269, 181, 405]
    private static let chin = [200, 199, 18, 175, 201, 421]
    /// The inner edges of the lips, in the left half of the mouth and in the right one.
    private static let lipLines: [[(upper: Int, lower: Int)]] = [
        [(80, 88), (81, 178), (82, 87)], [(312, 317), (311, 402), (310, 318)],
    ]
    private static let nostrils = [98, 97, 2, 326, 327]
    /// Half the height in which a part is in relief, in pixels of the chip, less than its distance from the next part.
    private static let mouthReach = 9
    private static let noseReach = 10
    private static let eyeReach = (across: 14, down: 9)
    /// The share of its relief that an eye has across if it has all of it from the upper lid to the lower one.
    private static let acrossShare: Float = 0.58

    /// The least range from black to white that photos usually have, scaled to a white of 80.
    ///
    /// Measured on 43 portraits: at least 66; with a third of their contrast, 25 to 41; in haze, 29 to 40.
    private static let leastRange = 64.0
    /// The most by which a relief is scaled for a smaller range: beyond it, noise would be taken for relief.
    private static let mostGain = 3.0

    private let chip: FaceChip
    private let places: [SIMD2<Double>]
    /// The factor for reliefs in a photo with less range than usual, as in haze.
    private let gain: Float

    /// The measures of a face; the chip must be its own.
    static func cover(
        of mesh: FaceMesh, on chip: FaceChip, in small: SmallPhoto, trust: Double
    ) -> FaceCover? {
        let range = LightMeter.range(of: chip, in: small)
        let contrast = LightMeter.contrast(from: range.black, to: range.white)
        return CoverMeter(
            chip: chip, places: mesh.points.map { chip.patch.point(at: $0.flat) },
            gain: Float(min(max(leastRange / max(contrast, 1), 1), mostGain))
        ).cover(certainty: mesh.logit, trust: trust)
    }

    private func cover(certainty: Double, trust: Double) -> FaceCover? {
        func measure(_ value: Float, _ unit: Measure.Unit = .lightness) -> Measure? {
            Measure(Double(value), unit, confidence: trust)
        }
        let upper = colour(of: Self.upperSkin)
        let byEyes = scale(to: colour(of: Self.bridge))
        let byUpper = scale(to: upper)
        let chin = colour(of: Self.chin)
        let lips = colour(of: Self.lips)
        guard let eyes = measure(Self.eyeRings.map(eyeRelief).reduce(0, max) * byEyes),
            let shade = measure(eyeShade), let mouth = measure(mouthRelief * byUpper),
            let nose = measure(noseRelief * byUpper),
            let chinTint = measure(chin.tint(from: upper), .ratio),
            let lips = measure(lips.distance(from: chin), .ratio),
            let certainty = Measure(certainty, .score, confidence: trust)
        else { return nil }
        return FaceCover(
            eyes: eyes, eyeShade: shade, mouth: mouth, nose: nose, chinTint: chinTint, lips: lips,
            certainty: certainty)
    }

    /// The factor that scales a range of lightness to skin of lightness 80 in a photo with black and white.
    private func scale(to skin: Lab) -> Float { gain * (80 + 16) / (skin.lightness + 16) }

    /// How much darker than the cheeks it is below the lighter eye.
    private var eyeShade: Float {
        let cheeks = colour(of: Self.cheeks)
        let lightest = Self.belowEyes.map { colour(of: $0).lightness }.reduce(0, max)
        return max(0, cheeks.lightness - lightest) * scale(to: cheeks)
    }

    /// Along the line between the lips, across their height, in the half of the mouth that has less.
    private var mouthRelief: Float {
        Self.lipLines.map { line in
            let columns = line.map { (places[$0.upper] + places[$0.lower]) / 2 }
            return relief(of: columns, reach: Self.mouthReach)
        }.reduce(.infinity, min)
    }

    private var noseRelief: Float {
        Statistics.median(
            of: Self.nostrils.map { relief(of: [places[$0]], reach: Self.noseReach) })
    }

    /// From lid to lid, or from corner to corner.
    private func eyeRelief(of ring: [Int]) -> Float {
        let middle = ring.reduce(.zero) { $0 + places[$1] } / Double(ring.count)
        let reach = Self.eyeReach
        let across = (-reach.across...reach.across).map { x in
            Statistics.mean(of: (-3...3).map { lightness(middle + SIMD2(Double(x), Double($0))) })
        }
        let columns = (-4...4).map { middle + SIMD2(Double($0), 0) }
        return max(relief(of: columns, reach: reach.down), across.range * Self.acrossShare)
    }

    /// The range of lightness from above to below some places, averaged over them.
    private func relief(of columns: [SIMD2<Double>], reach: Int) -> Float {
        (-reach...reach).map { y in
            Statistics.mean(of: columns.map { lightness($0 + SIMD2(0, Double(y))) })
        }.range
    }

    private func lightness(_ place: SIMD2<Double>) -> Float { lab(place).lightness }

    private func lab(_ place: SIMD2<Double>) -> Lab {
        // The points of a face may lie outside the chip.
        let x = min(max(Int(clamping: place.x, rounding: .toNearestOrEven), 0), FaceChip.width - 1)
        let y = min(max(Int(clamping: place.y, rounding: .toNearestOrEven), 0), FaceChip.height - 1)
        return chip.calm[y * FaceChip.width + x]
    }

    /// The median colour at some of the face's points.
    private func colour(of points: [Int]) -> Lab {
        let labs = points.map { lab(places[$0]) }
        return Lab(
            lightness: Statistics.median(of: labs.map(\.lightness)),
            a: Statistics.median(of: labs.map(\.a)), b: Statistics.median(of: labs.map(\.b)))
    }
}

extension Lab {
    fileprivate init(lightness: Float, a: Float, b: Float) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// The distance of its hue and chroma from another's.
    fileprivate func tint(from other: Lab) -> Float {
        let (a, b) = (a - other.a, b - other.b)
        return (a * a + b * b).squareRoot()
    }

    fileprivate func distance(from other: Lab) -> Float {
        let (tint, lightness) = (tint(from: other), lightness - other.lightness)
        return (tint * tint + lightness * lightness).squareRoot()
    }
}

extension [Float] {
    fileprivate var range: Float { (self.max() ?? 0) - (self.min() ?? 0) }
}
