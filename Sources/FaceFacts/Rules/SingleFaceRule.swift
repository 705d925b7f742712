import Ground

/// There is only one face.
enum SingleFaceRule: FaceRule {
    static let name = "singleFace"

    static func finding(for facts: FaceFacts) -> Finding? {
        guard facts.faces.count > 1 else { return nil }
        return Finding(
            rule: name, severity: .refusal, seen: "\(facts.faces.count) faces",
            limit: "1 face",
            sentence: """
                The photo shows \(facts.faces.count) faces, and it is not clear whose headshot is wanted. Cut out \
                one person, or use a photo of that person alone.
                """)
    }
}
