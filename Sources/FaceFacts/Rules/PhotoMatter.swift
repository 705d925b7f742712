import Ground

/// What one part of a photo would have to be made better for; the raw value is stable, stored with words, and begins with the part.
public enum PhotoMatter: String, Sendable, CaseIterable {
    case lightDim = "light.dim"
    case lightBright = "light.bright"
    /// One half of the face is dark.
    case lightUneven = "light.uneven"
    case lightBelow = "light.below"
    case sharpnessBlurred = "sharpness.blurred"
    case sharpnessGrainy = "sharpness.grainy"
    case poseTurned = "pose.turned"
    case poseTilted = "pose.tilted"
    case poseChinLow = "pose.chin_low"
    case poseChinHigh = "pose.chin_high"
    /// The head is small in the frame.
    case framingSmall = "framing.small"
    case framingLarge = "framing.large"
    case framingOffCentre = "framing.off_centre"
    /// The head touches an edge, or has no room above it.
    case framingEdge = "framing.edge"
    case framingLow = "framing.low"
    case backgroundBusy = "background.busy"
    /// Too little of it is in the photo.
    case backgroundHidden = "background.hidden"
    case resolutionSmall = "resolution.small"
    /// The face is flat, as in light from behind.
    case contrastBacklight = "contrast.backlight"
    case contrastHarsh = "contrast.harsh"

    /// The part that it is about.
    public var part: String { String(rawValue.prefix { $0 != "." }) }
}

extension FaceFacts {
    /// What a part would have to be made better for; nil for a part at its best, and for one that cannot be judged.
    ///
    /// It is what the remark about the part says, whichever sentence that has.
    package func matter(of part: PhotoScore.Part) -> PhotoMatter? {
        let faults = FaceRules.all.filter { $0.part == part }.compactMap { $0.fault(self) }
        if let fault = faults.first(where: { $0.severity == .refusal }) ?? faults.first {
            return fault.matter
        }
        guard knows(part) else { return part == .background ? .backgroundHidden : nil }
        let worst = gauges.filter { $0.part == part }.min { $0.value < $1.value }
        return worst.flatMap { $0.value < 1 ? $0.matter : nil }
    }
}

extension Gauge {
    fileprivate var matter: PhotoMatter {
        let isLow = measure.value < good.lowerBound
        return switch kind {
        case .exposure: isLow ? .lightDim : .lightBright
        case .highlights: .lightDim
        case .overexposed: .lightBright
        case .balance: .lightUneven
        case .detail, .edges: .sharpnessBlurred
        case .noise: .sharpnessGrainy
        case .yaw: .poseTurned
        case .pitch: isLow ? .poseChinLow : .poseChinHigh
        case .roll: .poseTilted
        case .headShare: isLow ? .framingSmall : .framingLarge
        case .eyeLine: isLow ? .framingEdge : .framingLow
        case .offCentre: .framingOffCentre
        case .clutter: .backgroundBusy
        case .eyeDistance: .resolutionSmall
        case .contrast: isLow ? .contrastBacklight : .contrastHarsh
        }
    }
}
