import Ground

extension FaceRule {
    /// The head is neither too small nor too large in the frame.
    static let headShare = FaceRule(name: "headShare", part: .framing, isOfFace: false) { facts in
        let usual = FaceTable.headShare
        guard let share = facts.framing?.headShare, !usual.contains(share.value) else {
            return nil
        }
        return Fault(
            matter: share.value < usual.lowerBound ? .framingSmall : .framingLarge,
            seen: share.text, limit: "\(usual.lowerBound) to \(usual.upperBound) of the height",
            sentence: share.value < usual.lowerBound
                ? "Your head fills only \(share.value.spokenShare) of the frame. Step closer, or crop the photo."
                : "Your head fills the photo. Step back, so that your shoulders can be seen.")
    }

    /// The head is in the middle, with the eyes above it.
    static let placement = FaceRule(name: "placement", part: .framing, isOfFace: false) { facts in
        guard let framing = facts.framing else { return nil }
        if abs(framing.offCentre.value) > FaceTable.offCentre {
            let side = framing.offCentre.value > 0 ? "right" : "left"
            return Fault(
                matter: .framingOffCentre, seen: framing.offCentre.text,
                limit: "within \(FaceTable.offCentre) of the middle",
                sentence: "Your head is far to the \(side) of the picture. Move to the middle.")
        }
        let usual = FaceTable.eyeLine
        guard !usual.contains(framing.eyeLine.value) else { return nil }
        return Fault(
            matter: framing.eyeLine.value < usual.lowerBound ? .framingEdge : .framingLow,
            seen: framing.eyeLine.text,
            limit: "eyes at \(usual.lowerBound) to \(usual.upperBound) from the top",
            sentence: framing.eyeLine.value < usual.lowerBound
                ? "Your head is at the upper edge. Leave room above it."
                : "Your head is low in the photo. Leave less room above it.")
    }

    /// The whole head is in the frame.
    static let cutOff = FaceRule(name: "cutOff", part: .framing, isOfFace: false) { facts in
        guard let edges = facts.framing?.cutOff, !edges.isEmpty else { return nil }
        let names = edges.map(\.rawValue).joined(separator: " and ")
        return Fault(
            matter: .framingEdge, seen: names, limit: "no edge",
            sentence:
                "Your head is cut off at the \(names) of the picture. Show your whole head and some room."
        )
    }

    /// The background is calm.
    static let background = FaceRule(name: "background", part: .background, isOfFace: false) {
        facts in
        guard let clutter = facts.background?.clutter, clutter.value > FaceTable.busyBackground
        else { return nil }
        return Fault(
            matter: .backgroundBusy, seen: clutter.text,
            limit: "at most \(Measure.text(FaceTable.busyBackground, .share)) of it edges",
            sentence:
                "The background is busy. Stand in front of a plain wall, two steps away from it.")
    }
}
