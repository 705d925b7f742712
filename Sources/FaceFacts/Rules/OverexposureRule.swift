import Ground

/// The face is not washed out in white.
enum OverexposureRule: FaceRule {
    static let name = "overexposure"
    static let part: PhotoScore.Part? = .light
    static let holdsFromSide = true

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let share = facts.light?.overexposed, share.value > FaceTable.overexposedWarning
        else {
            return nil
        }
        let isRefused = share.value > FaceTable.overexposedRefusal
        let limit = isRefused ? FaceTable.overexposedRefusal : FaceTable.overexposedWarning
        let percent = Int(clamping: share.value * 100, rounding: .toNearestOrAwayFromZero)
        return Finding(
            rule: name, severity: isRefused ? .refusal : .warning, seen: share.text,
            limit: "at most \(Measure.text(limit, .share)) of the face",
            sentence: """
                \(isRefused ? "The face is over-exposed" : "Parts of the face are too bright"): \(percent) % of it \
                is plain white. Avoid direct sun and flash, or lower the exposure.
                """)
    }
}
