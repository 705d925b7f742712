import Ground

extension FaceRule {
    /// The head is neither too small nor too large in the frame.
    static let headShare = FaceRule(name: "headShare", part: .framing, isOfFace: false) { facts in
        let usual = FaceTable.headShare
        guard let share = facts.framing?.headShare, !usual.contains(share.value) else {
            return nil
        }
        return Fault(
            seen: share.text, limit: "\(usual.lowerBound) to \(usual.upperBound) of the height",
            sentence: share.value < usual.lowerBound
                ? "The head takes up only \(share.value.percent) of the photo's height. Go nearer, or cut the photo."
                : "The head fills the photo. Step back, so that the shoulders can be seen.")
    }

    /// The head is in the middle, with the eyes above it.
    static let placement = FaceRule(name: "placement", part: .framing, isOfFace: false) { facts in
        guard let framing = facts.framing else { return nil }
        if abs(framing.offCentre.value) > FaceTable.offCentre {
            let side = framing.offCentre.value > 0 ? "right" : "left"
            return Fault(
                seen: framing.offCentre.text, limit: "within \(FaceTable.offCentre) of the middle",
                sentence: "The head is far to the \(side) of the picture. Put it in the middle.")
        }
        let usual = FaceTable.eyeLine
        guard !usual.contains(framing.eyeLine.value) else { return nil }
        return Fault(
            seen: framing.eyeLine.text,
            limit: "eyes at \(usual.lowerBound) to \(usual.upperBound) from the top",
            sentence: framing.eyeLine.value < usual.lowerBound
                ? "The head is at the upper edge. Leave room above it."
                : "The head is low in the photo. Leave less room above it.")
    }

    /// The whole head is in the frame.
    static let cutOff = FaceRule(name: "cutOff", part: .framing, isOfFace: false) { facts in
        guard let edges = facts.framing?.cutOff, !edges.isEmpty else { return nil }
        let names = edges.map(\.rawValue).joined(separator: " and ")
        return Fault(
            seen: names, limit: "no edge",
            sentence:
                "The head is cut off at the \(names) of the picture. Show the whole head and some room."
        )
    }

    /// The background is calm.
    static let background = FaceRule(name: "background", part: .background, isOfFace: false) {
        facts in
        guard let clutter = facts.background?.clutter, clutter.value > FaceTable.busyBackground
        else { return nil }
        return Fault(
            seen: clutter.text,
            limit: "at most \(Measure.text(FaceTable.busyBackground, .share)) of it edges",
            sentence: "The background is busy. Stand before a plain wall, two steps away from it.")
    }
}
