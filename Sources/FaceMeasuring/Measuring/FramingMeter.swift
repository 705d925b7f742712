import FaceFacts

/// Measures the head's place in the frame.
enum FramingMeter {
    /// The distances from the eyes to the crown and to the chin, and from their middle to each ear, in eye distances.
    static let crown = FaceTable.crownInEyes
    static let chin = FaceTable.chinInEyes
    static let ear = 1.3

    static func framing(
        eyes: EyePair, mesh: FaceMesh?, trust: Double, frame: PhotoFrame
    ) -> Framing? {
        let (width, height) = (Double(frame.width), Double(frame.height))
        let middle = eyes.middle
        let unit = eyes.frontalDistance
        guard
            let headShare = Measure((crown + chin) * unit / height, .ratio, confidence: trust),
            let eyeLine = Measure(middle.y / height, .share, confidence: trust),
            let offCentre = Measure(
                frame.sign * (middle.x / width - 0.5), .share, confidence: trust)
        else { return nil }
        return Framing(
            headShare: headShare, eyeLine: eyeLine, offCentre: offCentre,
            cutOff: edges(cutting: eyes, frame: frame),
            outside: parts(beyond: frame, eyes: eyes, mesh: mesh))
    }

    /// The distance from an edge within which the centre of an eye counts as outside, in eye distances: an eye is half as high.
    ///
    /// Of a face that is cut through the eyes, the points are crowded into the photo.
    private static let eyeMargin = 0.12

    /// The parts of the face that are not in the photo; nil if all are.
    private static func parts(
        beyond frame: PhotoFrame, eyes: EyePair, mesh: FaceMesh?
    ) -> [FacePart]? {
        func isInside(_ point: SIMD2<Double>, margin: Double = 0) -> Bool {
            let (right, bottom) = (Double(frame.width) - 0.5, Double(frame.height) - 0.5)
            return point.x >= margin - 0.5 && point.y >= margin - 0.5
                && point.x <= right - margin && point.y <= bottom - margin
        }
        let margin = eyeMargin * eyes.frontalDistance
        let eyesAreInside = [eyes.left, eyes.right].allSatisfy { isInside($0, margin: margin) }
        let mouthIsInside =
            mesh.map { mesh in MeshPoint.mouth.allSatisfy { isInside(mesh[$0].flat) } } ?? true
        let parts: [FacePart] =
            (eyesAreInside ? [] : [.eyes]) + (mouthIsInside ? [] : [.mouth])
        return parts.isEmpty ? nil : parts
    }

    private static func edges(cutting eyes: EyePair, frame: PhotoFrame) -> [PhotoEdge] {
        let middle = eyes.middle
        let unit = eyes.frontalDistance
        var edges: [PhotoEdge] = []
        if middle.y - crown * unit < 0 { edges.append(.top) }
        if middle.y + chin * unit > Double(frame.height) { edges.append(.bottom) }
        let isCutLow = middle.x - ear * unit < 0
        let isCutHigh = middle.x + ear * unit > Double(frame.width)
        if frame.isMirrored ? isCutHigh : isCutLow { edges.append(.left) }
        if frame.isMirrored ? isCutLow : isCutHigh { edges.append(.right) }
        return edges
    }
}
