package import Ground

/// One rule over the facts of a face.
///
/// Its name is stable and is stored.
package protocol FaceRule: Sendable {
    /// What it is called in findings and as a reason.
    static var name: String { get }
    /// The part of a score that it is about; nil for a rule about the face itself.
    static var part: PhotoScore.Part? { get }
    /// Whether it is about the face, and not about the photo around the face.
    static var isOfFace: Bool { get }
    /// Whether it means the same for a head that is turned to the side.
    static var holdsFromSide: Bool { get }
    /// What it says of a photo; nil where nothing is wrong.
    static func finding(for facts: FaceFacts) -> Finding?
}

extension FaceRule {
    package static var part: PhotoScore.Part? { nil }
    package static var isOfFace: Bool { true }
    package static var holdsFromSide: Bool { false }
}

extension Finding {
    /// The rule over a face that found it; nil where it is about a file, an order or a headshot.
    package var faceRule: (any FaceRule.Type)? { FaceRules.named(rule) }

    /// Whether a person can insist on a headshot anyway, as on any photo of a face.
    package var isOverridable: Bool { faceRule != nil }
}
