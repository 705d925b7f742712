import FaceFacts

/// Measures the head's place in the frame.
enum FramingMeter {
    /// The distances from the eyes to the crown and to the chin, and from their middle to each ear, in eye distances.
    static let crown = FaceTable.crownInEyes
    static let chin = FaceTable.chinInEyes
    static let ear = 1.3

    static func framing(eyes: EyePair, trust: Double, frame: PhotoFrame) -> Framing? {
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
            cutOff: edges(cutting: eyes, frame: frame))
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
