import Ground

/// The head is neither too small nor too large in the frame.
enum HeadShareRule: FaceRule {
    static let name = "headShare"
    static let part: PhotoScore.Part? = .framing
    static let isOfFace = false

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let share = facts.framing?.headShare, !FaceTable.headShare.contains(share.value)
        else {
            return nil
        }
        let isSmall = share.value < FaceTable.headShare.lowerBound
        let percent = Int(clamping: share.value * 100, rounding: .toNearestOrAwayFromZero)
        return Finding(
            rule: name, severity: .warning, seen: share.text,
            limit:
                "\(FaceTable.headShare.lowerBound) to \(FaceTable.headShare.upperBound) of the height",
            sentence: isSmall
                ? "The head takes up only \(percent) % of the photo's height. Go nearer, or cut the photo."
                : "The head fills the photo. Step back, so that the shoulders can be seen.")
    }
}
