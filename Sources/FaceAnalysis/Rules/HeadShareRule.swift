/// The head is neither too small nor too large in the frame.
enum HeadShareRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let share = facts.framing?.headShare, !FaceTable.headShare.contains(share.value)
        else {
            return nil
        }
        let isSmall = share.value < FaceTable.headShare.lowerBound
        let percent = Int((share.value * 100).rounded())
        return FaceFinding(
            rule: .headShare, severity: .warning, seen: share.text,
            limit:
                "\(FaceTable.headShare.lowerBound) to \(FaceTable.headShare.upperBound) of the height",
            sentence: isSmall
                ? "The head takes up only \(percent) % of the photo's height. Go nearer, or cut the photo."
                : "The head fills the photo. Step back, so that the shoulders can be seen.")
    }
}
