public import Foundation

/// How a headshot is cut out of a photo and lit.
///
/// Lengths are in pixels of the upright photo, measured from its upper left corner.
public struct HeadshotCut: Sendable, Equatable {
    /// The left edge of the part that is shown.
    public var left: Double
    /// Its top edge.
    public var top: Double
    /// Its width.
    public var width: Double
    /// Its height.
    public var height: Double
    /// The degrees by which that part is turned clockwise around its middle; the turned part lies within the photo.
    public var turn: Double
    /// The middle of the head, from the left.
    public var headX: Double
    /// Eye level, from the top.
    public var headY: Double
    /// The distance between the eyes, which says how large the person is.
    public var eyeDistance: Double
    /// The new value for each value of sRGB: red, green and blue in turn, 256 entries each.
    public var tones: Data

    /// Creates a cut.
    public init(
        left: Double, top: Double, width: Double, height: Double, turn: Double, headX: Double,
        headY: Double, eyeDistance: Double, tones: Data
    ) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.turn = turn
        self.headX = headX
        self.headY = headY
        self.eyeDistance = eyeDistance
        self.tones = tones
    }

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
