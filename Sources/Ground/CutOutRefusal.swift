/// Why a person is not cut out; the raw value is stable and is stored.
public enum CutOutRefusal: String, Codable, Sendable, CaseIterable {
    /// The models for cutting out are missing.
    case modelsMissing = "models_missing"
    /// There are several faces in the crop.
    case severalFaces = "several_faces"
    /// The head is turned so far that the far side of glasses would be lost.
    case headTurned = "head_turned"
    /// Part of the face itself is not recognised as a person's.
    case faceUncertain = "face_uncertain"
    /// Two looks at the head do not agree.
    case looksDisagree = "looks_disagree"
    /// The outline is too vague.
    case outlineVague = "outline_vague"
    /// It is uncertain whether a part belongs to the person.
    case partUncertain = "part_uncertain"
    /// An arm or a shoulder may have been lost.
    case limbMissing = "limb_missing"
    /// Something else was also taken for a person.
    case notAlone = "not_alone"
    /// The body does not reach the lower edge.
    case bodyMissing = "body_missing"
    /// There is hardly any background to replace.
    case backgroundMissing = "background_missing"
}
