import FaceFacts

/// Measures the expression of eyes and mouth by the points of a face.
enum ExpressionMeter {
    /// In 43 photos, shut mouths are open by 0.01 to 0.07 of their width, and laughs by more than 0.2.
    static let shutMouth = 0.1
    private static let laugh = 0.2
    /// In eye distances: neutral mouths are 0.66 to 0.92 wide, smiles more than 1.05.
    private static let neutral = 0.95
    private static let smile = 1.05

    static func expression(of mesh: FaceMesh, trust: Double) -> FaceExpression? {
        let eyeDistance = max((mesh.eyes.left - mesh.eyes.right).length, 1e-9)
        let inner = max(mesh.distance(.mouthInnerLeft, .mouthInnerRight), 1e-9)
        let width = mesh.distance(.mouthLeft, .mouthRight) / eyeDistance
        guard let eyeOpening = Measure(mesh.eyeOpening, .ratio, confidence: trust),
            let opening = Measure(
                mesh.distance(.upperLip, .lowerLip) / inner, .ratio, confidence: trust)
        else { return nil }
        return FaceExpression(
            eyeOpening: eyeOpening, mouthOpening: opening,
            mouth: mouth(width: width, opening: opening.value))
    }

    private static func mouth(width: Double, opening: Double) -> FaceExpression.Mouth? {
        if opening > laugh { return .laugh }
        if width > smile { return .smile }
        return width < neutral ? .neutral : nil
    }
}
