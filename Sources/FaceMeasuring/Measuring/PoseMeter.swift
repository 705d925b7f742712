import FaceFacts

/// Measures a head's direction by dlib's views.
enum PoseMeter {
    /// In scores: heads judged frontal by hand had -1.9 to 1.0, and beyond 2.4 all were clearly turned.
    private static let scale = YawScale.byViews
    /// In pixels of the original: with fewer between the eyes, the views are guesses.
    private static let leastEyeDistance = 45.0

    static func pose(views: ViewScores?, eyes: EyePair, trust: Double, frame: PhotoFrame) -> Pose? {
        guard let views, eyes.distance * frame.scale >= leastEyeDistance else { return nil }
        let yaw = frame.sign * (views.noseToRight - views.noseToLeft)
        guard let yaw = Measure(yaw, .score, confidence: trust * scale.trust(in: yaw)),
            let roll = Measure(
                frame.sign * eyes.roll, .degrees, confidence: min(trust, eyes.confidence))
        else { return nil }
        return Pose(yaw: yaw, direction: scale.direction(of: yaw.value), roll: roll, pitch: nil)
    }
}
