import Ground

/// Decides whether a person was cut out so well that the edit is invisible.
///
/// Calibrated by eye on about 50 photos of people, and on darkened, noisy, blurred and turned versions of them.
enum CutOutCheck {
    // Natural pictures have 0.992 and more; a hat's brim taken for background 0.95.
    private static let leastFace = 0.98
    // Natural pictures have 0.968 and more; a dark face that fills the picture 0.93, a helmet 0.88, a neighbour 0.87.
    private static let leastAgreement = 0.94
    // Natural pictures have at most 0.063; a neighbour 0.09 to 0.12, hair before a hair-like background 0.20.
    private static let mostBand = 0.08
    // Natural pictures have at most 0.041; a hat 0.11, a lamp beside the neck 0.17 and 0.39, a neighbour 0.7 and more.
    private static let mostDoubt = 0.07
    // Natural pictures have at most 0.16; an arm in the shade 1.09, a dark jacket before a dark wall 0.51.
    private static let mostMissing = 0.25
    // A second person who is much smaller is cut off cleanly.
    private static let mostLost = 0.05
    // A head without shoulders that reach the lower edge seems to float.
    private static let leastBottom = 0.35
    // Natural pictures have 0.2 and more; a face that fills the picture leaves only corners, where hair may end
    // anywhere.
    private static let leastBackground = 0.1
    // Beyond this, the far lens of glasses sticks out of the face and is lost.
    private static let mostYaw = 25.0

    static func refusal(of figures: CutOutFigures, faces: Int, yaw: Double?) -> CutOutRefusal? {
        if faces > 1 { return .severalFaces }
        if let yaw, abs(yaw) > mostYaw { return .headTurned }
        if figures.face < leastFace { return .faceUncertain }
        if figures.lost > mostLost { return .notAlone }
        if figures.agreement < leastAgreement { return .looksDisagree }
        if figures.band > mostBand { return .outlineVague }
        if figures.doubt > mostDoubt { return .partUncertain }
        if figures.missing > mostMissing { return .limbMissing }
        if figures.background < leastBackground { return .backgroundMissing }
        if figures.bottom < leastBottom { return .bodyMissing }
        return nil
    }
}
