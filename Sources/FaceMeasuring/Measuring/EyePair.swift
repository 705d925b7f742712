import Glibc
import FaceFacts

/// The eyes in pixels of the analysed picture, and the size of the head derived from them.
struct EyePair: Sendable {
    let left: SIMD2<Double>
    let right: SIMD2<Double>
    /// How clearly they stand out: 0 not at all, 1 clearly.
    let confidence: Double
    /// The eye distance of a head of this size that faces the camera; never below `distance`.
    let frontalDistance: Double

    /// Below this, the usual places of eyes in a face are more accurate than what was found.
    static let leastConfidence = 0.15

    /// Whether the usual places were used, or the eyes are hidden where the face's points place them.
    var isApproximate: Bool { confidence < Self.leastConfidence }
    /// The distance between the eyes.
    var distance: Double { hypot(right.x - left.x, right.y - left.y) }
    var middle: SIMD2<Double> { (left + right) / 2 }
    /// The tilt in degrees, clockwise on the screen.
    var roll: Double { atan2(right.y - left.y, right.x - left.x) * 180 / .pi }

    init(_ mesh: FaceMesh, in picture: Picture) {
        let eyes = mesh.eyes
        (left, right) = (eyes.left.flat, eyes.right.flat)
        confidence = Self.clarity(left: left, right: right, in: picture)
        frontalDistance = (eyes.right - eyes.left).length
    }

    init(in crop: FaceCrop) {
        let eyes = EyeFinder.eyes(in: crop)
        left = crop.patch.position(x: eyes.left.x, y: eyes.left.y)
        right = crop.patch.position(x: eyes.right.x, y: eyes.right.y)
        confidence = eyes.confidence
        // Eyes are 0.40 of the detector's box apart (standard deviation 0.04); a turned head brings them nearer.
        frontalDistance = max(
            hypot(right.x - left.x, right.y - left.y), 0.36 * crop.face.width * crop.patch.step)
    }

    /// The usual eye distance in a face 120 pixels wide, the size at which candidates are searched.
    private static let usualDistance = 48.0
    /// The margin around the eyes that candidates need.
    private static let room = 44.0

    /// How clearly the eyes are visible where the face's points place them: little behind sunglasses or hair.
    private static func clarity(
        left: SIMD2<Double>, right: SIMD2<Double>, in picture: Picture
    ) -> Double {
        let patch = Patch(
            width: Int(usualDistance + 2 * room), height: Int(2 * room),
            across: (right - left) / usualDistance, SIMD2(repeating: room), at: left)
        let field = GradientField(of: patch.colours(of: picture).grey())
        let places = [SIMD2(room, room), SIMD2(room + usualDistance, room)]
        return places.map { place in
            EyeCandidate.best(in: field, near: place, faceWidth: FaceCrop.faceWidth).first?.clarity
                ?? 0
        }.min() ?? 0
    }
}
