package import Ground

/// One rule over the facts of a face.
package struct FaceRule: Sendable {
    /// What it is called in findings and as a reason; stable and stored.
    package let name: String
    /// The part of a score that it is about; nil for a rule about the face itself.
    package var part: PhotoScore.Part?
    /// Whether it is about the face, and not about the photo around the face.
    package var isOfFace = true
    /// Whether it means the same for a head that is turned to the side.
    package var holdsFromSide = false
    /// What is wrong in a photo; nil where nothing is.
    let fault: @Sendable (FaceFacts) -> Fault?

    /// A finding without the name of its rule.
    struct Fault {
        /// What it is about; nil for a rule about no part of the score.
        var matter: PhotoMatter?
        var severity = Finding.Severity.warning
        let seen: String
        let limit: String
        let sentence: String
    }

    /// What it says of a photo; nil where nothing is wrong.
    package func finding(for facts: FaceFacts) -> Finding? {
        fault(facts).map { fault in
            Finding(
                rule: name, severity: fault.severity, seen: fault.seen, limit: fault.limit,
                sentence: fault.sentence)
        }
    }
}

/// The rules over the facts of a face, in the order of their findings: those that refuse come
/// first.
package enum FaceRules {
    package static let all: [FaceRule] = [
        .partsOutside, .eyesCovered, .mouthCovered, .washedOut,
        .face, .singleFace, .faceSize, .exposure, .overexposure, .sharpness, .sureFace, .balance,
        .lightDirection, .contrast, .noise, .eyesOpen, .pose, .tilt, .headShare, .placement,
        .cutOff, .background,
        .cameraDistance, .colourCast, .compression,
    ]

    /// What they are called.
    package static var names: [String] { all.map(\.name) }

    /// The rule of a name; nil where none of these has it.
    package static func named(_ name: String) -> FaceRule? {
        all.first { $0.name == name }
    }

    package static func findings(for facts: FaceFacts) -> [Finding] {
        all.compactMap { $0.finding(for: facts) }
    }
}

extension Finding {
    /// The rule over a face that found it; nil where it is about a file, an order or a headshot.
    package var faceRule: FaceRule? { FaceRules.named(rule) }

    /// Whether a person can insist on a headshot anyway, as on any photo of a face.
    package var isOverridable: Bool { faceRule != nil }
}
