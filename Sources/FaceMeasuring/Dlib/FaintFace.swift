/// A second look at borderline candidates of the detector.
///
/// A face is still found when it is shown slightly larger, smaller or tilted; something that only resembles a
/// face from one angle is not.
enum FaintFace {
    /// The lowest score that gets a second look.
    static let candidateScore = -0.4
    /// The least average over all looks; measured: missed faces 0.05 to 0.21, walls and coins at most -0.38.
    private static let leastAgreement = -0.1
    /// The score of a look in which no view fits, so that one bad look cannot outweigh all others.
    private static let leastScore = -1.0
    private static let most = 3
    private static let faceWidths = [105.0, 120.0, 137.0]
    private static let rolls = [-20.0, -10.0, 0.0, 10.0, 20.0]

    /// The best candidates that are faces.
    static func confirmed(
        among candidates: [DetectedFace], in picture: GreyRaster
    ) -> [DetectedFace] {
        candidates.prefix(most).filter { agreement(on: $0, in: picture) >= leastAgreement }
    }

    private static func agreement(on face: DetectedFace, in picture: GreyRaster) -> Double {
        let looks = faceWidths.flatMap { width in
            rolls.map { FaceCrop(of: face, in: picture, faceWidth: width, roll: $0) }
        }
        let scores = looks.map { max(leastScore, $0.views?.face.score ?? leastScore) }
        return scores.reduce(0, +) / Double(scores.count)
    }
}
