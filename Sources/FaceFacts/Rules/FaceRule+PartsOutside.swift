import Ground

extension FaceRule {
    /// The eyes and the mouth are in the photo; whatever else is cut off is a warning.
    static let partsOutside = FaceRule(name: "partsOutside") { facts in
        guard let parts = facts.framing?.outside, !parts.isEmpty else { return nil }
        let names = parts.map { "your \($0.rawValue)" }.joined(separator: " and ")
        return Fault(
            severity: .refusal, seen: "\(parts.map(\.rawValue).joined(separator: " and ")) outside",
            limit: "both eyes and the mouth in the photo",
            sentence: "The photo cuts off \(names). Use a photo that shows your whole face.")
    }
}
