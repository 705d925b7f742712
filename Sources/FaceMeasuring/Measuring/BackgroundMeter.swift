import FaceFacts

/// Measures how busy the background is, on a small copy of the photo.
///
/// Only around the head, within a headshot's frame: what is farther away does not matter.
enum BackgroundMeter {
    /// The least edge, in grey levels per pixel, next to a face of usual brightness.
    private static let edge: Float = 6
    /// The usual brightness of a face, in grey levels; edges are scaled by it, so that darkening hides none.
    ///
    /// The scale stays between a quarter and 1.4: below, an edge is less than two levels; above, light washes it out.
    private static let usualFace: Float = 140
    /// At or above this in green, which is most of the light, a pixel is washed out.
    private static let clippedLevel: UInt8 = 250
    /// The least share of the background that counts as not washed out, so that a white wall stays calm.
    private static let leastUnclipped = 0.2

    static func background(
        around eyes: EyePair, in small: SmallPhoto, chip: FaceChip, trust: Double
    ) -> Background? {
        let width = small.colours.width
        let height = small.colours.height
        let grey = small.colours.grey().pixels.map(Float.init)
        let person = PersonOutline(eyes: eyes, step: small.patch.step)
        let faceLevel = Statistics.median(of: chip.face.map { chip.grey[$0] })
        let limit = edge * min(max(faceLevel / usualFace, 0.25), 1.4)
        var seen = 0
        var clipped = 0
        var busy = 0
        for row in 1..<max(1, height - 1) {
            for column in 1..<max(1, width - 1) {
                let pixel = row * width + column
                guard person.isSurrounding(x: Double(column), y: Double(row)) else { continue }
                seen += 1
                if grey.steepness(at: pixel, width: width) > limit {
                    busy += 1
                } else if small.colours.rgb[pixel * 3 + 1] >= clippedLevel {
                    clipped += 1
                }
            }
        }
        let shown = Double(seen) / person.surroundingArea
        let judged = max(Double(seen - clipped), leastUnclipped * Double(seen))
        // Less than a tenth of the surroundings says little.
        guard shown > 0.02,
            let clutter = Measure(
                Double(busy) / judged, .share, confidence: trust * min(1, shown / 0.1))
        else { return nil }
        return Background(clutter: clutter)
    }
}

/// Where a person usually is in a photo, judged by the eyes: an ellipse for the head, a trapezoid for the torso.
struct PersonOutline {
    /// The radius around the head that a headshot shows, in eye distances.
    private static let surroundings = 4.0

    private let eyes: SIMD2<Double>
    private let unit: Double

    init(eyes: EyePair, step: Double) {
        self.init(eyes: eyes.middle / step, unit: eyes.frontalDistance / step)
    }

    /// Creates an outline by the middle of the eyes and their distance, in the pixels of a picture.
    init(eyes: SIMD2<Double>, unit: Double) {
        self.eyes = eyes
        self.unit = unit
    }

    /// Whether a pixel is in the middle of the face.
    func isFace(x: Double, y: Double) -> Bool {
        let place = ((SIMD2(x, y) - eyes) / unit - [0, 0.5]) / [0.9, 1.3]
        return (place * place).sum() < 1
    }

    /// The number of pixels around the head if nothing were cut off, including the person's.
    var surroundingArea: Double { .pi * Self.surroundings * Self.surroundings * unit * unit }

    /// Whether a pixel is near the head and does not belong to the person.
    func isSurrounding(x: Double, y: Double) -> Bool {
        // In eye distances, from the middle of the eyes.
        let place = (SIMD2(x, y) - eyes) / unit
        return (place * place).sum() < Self.surroundings * Self.surroundings && !covers(place)
    }

    private func covers(_ place: SIMD2<Double>) -> Bool {
        let head = (place - [0, 0.1]) / [1.6, 2.3]
        let shoulders = 1.3 + (place.y - 1.6) * 1.6
        return (head * head).sum() < 1 || (place.y > 1.6 && abs(place.x) < min(shoulders, 4))
    }
}
