import Foundation
import Ground

extension HeadshotPlan {
    /// The distance from the middle to each side of the part's bounding box once it is turned.
    var halfExtent: SIMD2<Double> {
        let angle = abs(turn) * .pi / 180
        return SIMD2(
            width * cos(angle) + height * sin(angle), width * sin(angle) + height * cos(angle)) / 2
    }

    /// The middle of the part.
    var middle: SIMD2<Double> { SIMD2(left + width / 2, top + height / 2) }

    /// The head's place in the part, from its upper left corner, once the part is upright.
    var head: SIMD2<Double> {
        let angle = -turn * .pi / 180
        let place = SIMD2(headX, headY) - middle
        return SIMD2(
            place.x * cos(angle) - place.y * sin(angle) + width / 2,
            place.x * sin(angle) + place.y * cos(angle) + height / 2)
    }
}
