import FaceFacts
import Foundation

/// The eyes in pixels of the analysed picture, and the size of the head derived from them.
struct EyePair: Sendable {
    let left: SIMD2<Double>
    let right: SIMD2<Double>
    let confidence: Double
    let isApproximate: Bool
    /// The eye distance of a head of this size that faces the camera; never below `distance`.
    let frontalDistance: Double

    /// The distance between the eyes.
    var distance: Double { hypot(right.x - left.x, right.y - left.y) }
    var middle: SIMD2<Double> { (left + right) / 2 }
    /// The tilt in degrees, clockwise on the screen.
    var roll: Double { atan2(right.y - left.y, right.x - left.x) * 180 / .pi }

    init(_ mesh: FaceMesh, in picture: Picture) {
        let eyes = mesh.eyes
        (left, right) = (eyes.left.flat, eyes.right.flat)
        confidence = EyeClarity.clarity(left: left, right: right, in: picture)
        isApproximate = confidence < EyeFinder.leastConfidence
        frontalDistance = (eyes.right - eyes.left).length
    }

    init(_ eyes: EyeFinder, in crop: FaceCrop) {
        left = crop.patch.position(x: eyes.left.x, y: eyes.left.y)
        right = crop.patch.position(x: eyes.right.x, y: eyes.right.y)
        confidence = eyes.confidence
        isApproximate = eyes.isApproximate
        // Eyes are 0.40 of the detector's box apart (standard deviation 0.04); a turned head brings them nearer.
        frontalDistance = max(
            hypot(right.x - left.x, right.y - left.y), 0.36 * crop.face.width * crop.patch.step)
    }
}
