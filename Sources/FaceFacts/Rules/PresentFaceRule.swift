import Ground

/// There is a face, and it is upright.
enum PresentFaceRule: FaceRule {
    static let name = "face"
    static let isOfFace = false

    static func finding(for facts: FaceFacts) -> Finding? {
        guard facts.faces.isEmpty else { return nil }
        return Finding(
            rule: name, severity: .refusal, seen: seen(facts), limit: "1 face",
            sentence: sentence(facts))
    }

    private static func seen(_ facts: FaceFacts) -> String {
        facts.quarterTurns == nil ? "no face" : "a face that is not upright"
    }

    private static func sentence(_ facts: FaceFacts) -> String {
        guard let turns = facts.quarterTurns else {
            return """
                No face was found. Use a photo that shows the whole face from the front, not covered, and in \
                enough light.
                """
        }
        let turn =
            switch turns {
            case 1: "a quarter clockwise"
            case 3: "a quarter counter-clockwise"
            default: "upside down"
            }
        return "The face in the photo is not upright. Turn the photo \(turn) and hand it in again."
    }
}
