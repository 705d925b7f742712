import Glibc
import FaceFacts

/// Measures a face's proportions by its points.
enum ProportionsMeter {
    /// The two limits of the bands, and how much photos of one person vary.
    private struct Limits {
        let low: Double
        let high: Double
        /// The standard deviation within one person, or the change in a mirror image, whichever is larger.
        let spread: Double
    }

    // The thirds of 43 photos of 38 people; the spread of five photos of one person.
    private static let face = Limits(low: 0.81, high: 0.835, spread: 0.017)
    private static let jaw = Limits(low: 0.81, high: 0.82, spread: 0.012)
    private static let forehead = Limits(low: 0.85, high: 0.87, spread: 0.006)
    private static let eyeSpacing = Limits(low: 0.445, high: 0.457, spread: 0.01)

    /// In degrees: beyond them, the points of a half-hidden cheek are guesses.
    private static let mostYaw = 8.0
    private static let mostPitch = 15.0
    /// In pixels of the original: with fewer between the eyes, the points are unreliable.
    private static let leastEyeDistance = 45.0

    static func ratios(of mesh: FaceMesh) -> FaceRatios {
        let width = max(mesh.distance(.cheekLeft, .cheekRight), 1e-9)
        let height = max(mesh.distance(.forehead, .chin), 1e-9)
        return FaceRatios(
            widthToHeight: (width / height).rounded(to: 3),
            jaw: (mesh.distance(.jawLeft, .jawRight) / width).rounded(to: 3),
            forehead: (mesh.distance(.templeLeft, .templeRight) / width).rounded(to: 3),
            eyeSpacing: ((mesh.eyes.left - mesh.eyes.right).length / width).rounded(to: 3),
            nose: (mesh.distance(.noseBridge, .noseBase) / height).rounded(to: 3))
    }

    static func proportions(
        _ ratios: FaceRatios, pose: Pose?, expression: FaceExpression?, eyes: EyePair,
        frame: PhotoFrame
    ) -> Proportions? {
        guard let pose, let pitch = pose.pitch, abs(pose.yaw.value) <= mostYaw,
            abs(pitch.value) <= mostPitch, eyes.distance * frame.scale >= leastEyeDistance
        else { return nil }
        // An open mouth makes a face longer.
        let isShut = expression.map { $0.mouthOpening.value <= ExpressionMeter.shutMouth } ?? false
        return Proportions(
            face: isShut ? estimate(ratios.widthToHeight, face) : nil,
            jaw: estimate(ratios.jaw, jaw), forehead: estimate(ratios.forehead, forehead),
            eyeSpacing: estimate(ratios.eyeSpacing, eyeSpacing))
    }

    /// The band that contains a ratio, if it is more likely right than not.
    private static func estimate(_ ratio: Double, _ limits: Limits) -> Proportions.Estimate? {
        let below = share(below: limits.low, of: ratio, spread: limits.spread)
        let above = 1 - share(below: limits.high, of: ratio, spread: limits.spread)
        let bands: [(Proportions.Band, Double)] = [
            (.narrow, below), (.average, 1 - below - above), (.wide, above),
        ]
        guard let best = bands.max(by: { $0.1 < $1.1 }), best.1 >= 0.5 else { return nil }
        return Proportions.Estimate(band: best.0, confidence: best.1.rounded(to: 2))
    }

    /// The share below a limit of a normal distribution around a value.
    private static func share(below limit: Double, of value: Double, spread: Double) -> Double {
        0.5 * erfc((value - limit) / (spread * 2.0.squareRoot()))
    }
}
