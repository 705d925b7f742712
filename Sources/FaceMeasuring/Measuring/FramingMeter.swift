import FaceFacts

/// Measures the head's place in the frame.
enum FramingMeter {
    /// The distances from the eyes to the crown and to the chin, and from their middle to each ear, in eye distances.
    static let crown = FaceTable.crownInEyes
    static let chin = FaceTable.chinInEyes
    static let ear = 1.3

    static func framing(
        eyes: EyePair, mesh: FaceMesh?, edgeLook: FaceCandidate?, trust: Double,
        frame: PhotoFrame
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
            outside: parts(beyond: frame, eyes: eyes, mesh: mesh, edgeLook: edgeLook))
    }

    /// The distance from an edge within which the centre of an eye counts as outside, in eye distances: an eye is half as high.
    ///
    /// Of a face that is cut through the eyes, the points are crowded into the photo.
    private static let eyeMargin = 0.12
    /// The same for the centre of an eye that the detector's net places, and only for the upper and lower edge; at the other
    /// edges, the mesh's points are right.
    ///
    /// Measured on 43 portraits. Cut through or below the eyes where the mesh's points do not show it: at most 0.03, except one
    /// cut above the pupils (0.09). Cut below the brows: at least 0.10; at the brows: at least 0.25.
    private static let seenEyeMargin = 0.07
    /// The same for the middle of the mouth: lips are half as high.
    ///
    /// Measured as above. Cut between the lips or higher: at most 0.19. Cut below the lips: at least 0.23.
    private static let seenMouthMargin = 0.2

    /// The parts of the face that are not in the photo; nil if all are.
    private static func parts(
        beyond frame: PhotoFrame, eyes: EyePair, mesh: FaceMesh?, edgeLook: FaceCandidate?
    ) -> [FacePart]? {
        let unit = eyes.frontalDistance
        let seen = edgeLook.map { look in
            (
                eyes: [look.eyes.0, look.eyes.1].map(frame.heightRoom).reduce(.infinity, min),
                mouth: frame.heightRoom(around: look.mouth)
            )
        }
        let eyesAreInside =
            [eyes.left, eyes.right].allSatisfy { frame.room(around: $0) >= eyeMargin * unit }
            && seen.map { $0.eyes >= seenEyeMargin * unit } ?? true
        let mouthIsInside =
            mesh.map { mesh in
                MeshPoint.mouth.allSatisfy { frame.room(around: mesh[$0].flat) >= 0 }
            } ?? true && seen.map { $0.mouth >= seenMouthMargin * unit } ?? true
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
