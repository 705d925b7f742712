/// Tells where a head is turned.
enum PoseMeter {
    /// The score where the front view no longer fits best; front was within -1.9 to 1.0 by hand.
    static let slightlyTurned = 1.5
    /// The score beyond which all heads were clearly turned.
    static let turned = 2.4
    /// In pixels of the original: with fewer between the eyes, the views are guesses.
    private static let leastEyeDistance = 45.0

    static func pose(views: ViewScores?, eyes: EyePair, trust: Double, frame: PhotoFrame) -> Pose? {
        guard let views, eyes.distance * frame.scale >= leastEyeDistance else { return nil }
        let yaw = frame.sign * (views.noseToRight - views.noseToLeft)
        guard let yaw = Measure(yaw, .score, confidence: trust * yawTrust(yaw)),
            let roll = Measure(
                frame.sign * eyes.roll, .degrees, confidence: min(trust, eyes.confidence))
        else { return nil }
        return Pose(yaw: yaw, direction: direction(of: yaw.value), roll: roll, pitch: nil)
    }

    /// Half where the score lies on a boundary, 1 where it is at least one away from all.
    private static func yawTrust(_ yaw: Double) -> Double {
        let away = min(abs(abs(yaw) - slightlyTurned), abs(abs(yaw) - turned))
        return 0.5 + 0.5 * min(1, away)
    }

    private static func direction(of yaw: Double) -> Pose.Direction {
        switch yaw {
        case ..<(-turned): .left
        case ..<(-slightlyTurned): .slightlyLeft
        case ...slightlyTurned: .front
        case ...turned: .slightlyRight
        default: .right
        }
    }
}
