import Glibc
public import FoundationEssentials

/// How a headshot is cut out of a photo and lit, without a model.
///
/// Lengths are in pixels of the upright photo, measured from its upper left corner.
public struct HeadshotPlan: Sendable, Equatable {
    /// The left edge of the part that is shown, which is 4 by 5 and lies within the photo.
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
    /// The distance between the eyes of a head of this size that faces the camera.
    public var eyeDistance: Double
    /// The new value for each value of sRGB: red, green and blue in turn, 256 entries each.
    ///
    /// It corrects half of the light's colour cast and brings the face into normal light.
    public var tones: Data

    /// Creates a plan.
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
    package var halfExtent: SIMD2<Double> {
        let angle = abs(turn) * .pi / 180
        return SIMD2(
            width * cos(angle) + height * sin(angle), width * sin(angle) + height * cos(angle)) / 2
    }

    /// The middle of the part.
    package var middle: SIMD2<Double> { SIMD2(left + width / 2, top + height / 2) }
}
