import Ground

/// What was found is surely a face, and its eyes were seen.
enum SureFaceRule: FaceRule {
    static let name = "sureFace"

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let face = facts.main, let eyes = facts.eyes else { return nil }
        guard face.confidence < FaceTable.sureFace || eyes.isApproximate else { return nil }
        return Finding(
            rule: name, severity: .warning,
            seen: eyes.isApproximate ? "eyes not clearly seen" : "confidence \(face.confidence)",
            limit: "a clear face, confidence at least \(FaceTable.sureFace)",
            sentence: """
                The face or its eyes are hard to make out. Take off sunglasses and hats, move hair aside, and \
                face the camera.
                """)
    }
}
