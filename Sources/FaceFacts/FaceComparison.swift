/// Whether a face has the same proportions in two pictures.
///
/// It detects a face that was slimmed, lengthened or redrawn. It cannot tell one person from another, and keeps
/// nothing that could.
public struct FaceComparison: Codable, Sendable, Equatable {
    /// The result of a comparison.
    public enum Verdict: String, Codable, Sendable, CaseIterable {
        /// No proportion differs more than between photos of one person.
        case kept
        /// Some proportions do.
        case changed
        /// The head is turned in one of the pictures, or too small.
        case notCompared
    }

    /// One way in which a face can differ.
    public enum Change: String, Codable, Sendable, CaseIterable {
        case narrower, wider, narrowerJaw, widerJaw, narrowerForehead, widerForehead, closerEyes
        case eyesFurtherApart, shorterNose, longerNose
    }

    /// The result.
    public let verdict: Verdict
    /// The ways in which the face differs; empty unless the verdict is `changed`.
    public let changes: [Change]

    /// Degrees of yaw and pitch up to which proportions can be compared.
    private static let mostYaw = 15.0
    private static let mostPitch = 25.0
    /// The largest difference in how far the mouth is open at which the height of the face can be compared.
    private static let sameMouth = 0.2
    private static let leastEyeDistance = 45.0

    /// Compares a picture of a face with another picture of it; nil without the points of both.
    public init?(of other: PhotoAnalysis, with own: PhotoAnalysis) {
        guard let now = other.measures?.ratios, let before = own.measures?.ratios else {
            return nil
        }
        self.init(now, of: other.facts, with: before, of: own.facts)
    }

    /// Compares the known facts of both.
    public init(
        _ now: FaceRatios, of other: FaceFacts, with before: FaceRatios, of own: FaceFacts
    ) {
        guard Self.canBeCompared(other), Self.canBeCompared(own) else {
            (verdict, changes) = (.notCompared, [])
            return
        }
        let mouths = [other, own].map { $0.expression?.mouthOpening.value ?? 0 }
        let isSameMouth = abs(mouths[0] - mouths[1]) <= Self.sameMouth
        changes = Self.limits.compactMap { limit in
            guard isSameMouth || !limit.needsSameMouth else { return nil }
            let difference = limit.ratio(now) - limit.ratio(before)
            guard abs(difference) > limit.most else { return nil }
            return difference < 0 ? limit.less : limit.more
        }
        verdict = changes.isEmpty ? .kept : .changed
    }

    private static func canBeCompared(_ facts: FaceFacts) -> Bool {
        guard let pose = facts.pose, let pitch = pose.pitch, let eyes = facts.eyes else {
            return false
        }
        return abs(pose.yaw.value) <= mostYaw && abs(pitch.value) <= mostPitch
            && eyes.distance.value >= leastEyeDistance
    }

    /// Three standard deviations within one person (seven photos of one, and mirror images of 43).
    ///
    /// A picture made narrower by a tenth differs by 0.048 in the first (median of 43), and by less than 0.01
    /// in the others.
    private static let limits:
        [(
            ratio: @Sendable (FaceRatios) -> Double, most: Double, needsSameMouth: Bool,
            less: Change, more: Change
        )] = [
            ({ $0.widthToHeight }, 0.045, true, .narrower, .wider),
            ({ $0.jaw }, 0.025, true, .narrowerJaw, .widerJaw),
            ({ $0.forehead }, 0.025, false, .narrowerForehead, .widerForehead),
            ({ $0.eyeSpacing }, 0.025, false, .closerEyes, .eyesFurtherApart),
            ({ $0.nose }, 0.02, true, .shorterNose, .longerNose),
        ]
}

extension FaceComparison.Verdict {
    /// The verdict in a sentence for people.
    public var sentence: String {
        switch self {
        case .kept: "The face has the proportions that it has in the photo."
        case .changed: "The face does not have the proportions that it has in the photo."
        case .notCompared:
            "The face could not be compared with the photo: the head is turned in one of them, or small."
        }
    }
}

extension FaceComparison.Change {
    /// The change as part of a sentence: "the face is narrower".
    public var words: String {
        switch self {
        case .narrower: "the face is narrower"
        case .wider: "the face is wider"
        case .narrowerJaw: "the jaw is narrower"
        case .widerJaw: "the jaw is wider"
        case .narrowerForehead: "the forehead is narrower"
        case .widerForehead: "the forehead is wider"
        case .closerEyes: "the eyes are closer together"
        case .eyesFurtherApart: "the eyes are further apart"
        case .shorterNose: "the nose is shorter"
        case .longerNose: "the nose is longer"
        }
    }
}
