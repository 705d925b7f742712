import Ground

/// The whole head is in the frame.
enum CutOffRule: FaceRule {
    static let name = "cutOff"
    static let part: PhotoScore.Part? = .framing
    static let isOfFace = false

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let edges = facts.framing?.cutOff, !edges.isEmpty else { return nil }
        let names = edges.map(\.rawValue).joined(separator: " and ")
        return Finding(
            rule: name, severity: .warning, seen: names, limit: "no edge",
            sentence:
                "The head is cut off at the \(names) of the picture. Show the whole head and some room."
        )
    }
}
