/// The whole head is in the frame.
enum CutOffRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let edges = facts.framing?.cutOff, !edges.isEmpty else { return nil }
        let names = edges.map(\.rawValue).joined(separator: " and ")
        return FaceFinding(
            rule: .cutOff, severity: .warning, seen: names, limit: "no edge",
            sentence:
                "The head is cut off at the \(names) of the picture. Show the whole head and some room."
        )
    }
}
