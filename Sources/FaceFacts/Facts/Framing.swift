/// The head's place in the frame; the head reaches 1.75 eye distances above the eyes and 1.9 below.
public struct Framing: Codable, Sendable, Equatable {
    /// The height of the head, as a share of the photo's height.
    public let headShare: Measure
    /// The distance of the eyes from the top, as a share of the photo's height.
    public let eyeLine: Measure
    /// The distance of the face from the photo's middle, as a share of its width; negative to the left.
    public let offCentre: Measure
    /// The edges that cut the head off.
    public let cutOff: [PhotoEdge]
    /// The parts of the face that are not in the photo; nil if all are.
    public let outside: [FacePart]?

    package init(
        headShare: Measure, eyeLine: Measure, offCentre: Measure, cutOff: [PhotoEdge],
        outside: [FacePart]? = nil
    ) {
        self.headShare = headShare
        self.eyeLine = eyeLine
        self.offCentre = offCentre
        self.cutOff = cutOff
        self.outside = outside
    }
}
