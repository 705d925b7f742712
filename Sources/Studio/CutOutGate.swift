/// Decides whether a person was cut out so well that nobody sees it.
///
/// Judged by eye on about 50 photos of people, and on darkened, noisy, blurred and turned versions of them.
enum CutOutGate {
    // Natural pictures have 0.985 and more; a hat's brim taken for background 0.974.
    private static let leastFace = 0.98
    // Natural pictures have 0.955 and more; a neighbour 0.87 and 0.91, a hat 0.93, hair before hair-like ground 0.84.
    private static let leastAgreement = 0.94
    // Natural pictures have at most 0.07; a hat 0.085, a neighbour 0.09 to 0.12, hair before hair-like ground 0.20.
    private static let mostBand = 0.08
    // Natural pictures have at most 0.062; a lamp beside the neck 0.075, another head 0.09, cut glasses 0.33.
    private static let mostDoubt = 0.07
    // A second person who is far smaller is cut off cleanly.
    private static let mostLost = 0.05
    // Without shoulders that reach the lower edge a head floats.
    private static let leastBottom = 0.35
    // Natural pictures have 0.15 and more; of faces that fill the picture corners are left, where hair ends anywhere.
    private static let leastBackground = 0.1
    // Beyond, the far lens of glasses sticks out of the face and is lost.
    private static let mostYaw = 25.0

    static func refusal(of figures: CutOutFigures, faces: Int, yaw: Double?) -> CutOutRefusal? {
        if faces > 1 { return .severalFaces }
        if let yaw, abs(yaw) > mostYaw { return .headTurned }
        if figures.face < leastFace { return .faceUncertain }
        if figures.lost > mostLost { return .notAlone }
        if figures.agreement < leastAgreement { return .looksDisagree }
        if figures.band > mostBand { return .outlineVague }
        if figures.doubt > mostDoubt { return .partUncertain }
        if figures.background < leastBackground { return .backgroundMissing }
        if figures.bottom < leastBottom { return .bodyMissing }
        return nil
    }
}
