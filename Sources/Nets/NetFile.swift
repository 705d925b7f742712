/// One of the three nets, as MediaPipe ships it; the raw value is the file name without its extension.
public enum NetFile: String, Sendable, CaseIterable {
    /// Estimates how likely each pixel of a picture belongs to a person.
    case segmentation = "selfie_segmentation"
    /// Places 468 points on a face.
    case mesh = "face_landmark"
    /// Finds faces that are large in a picture.
    case detector = "face_detection_short_range"

    /// The name of its file.
    public var name: String { "\(rawValue).tflite" }

    /// The SHA-256 of its file, the same as in `scripts/models.sha256`: no other bytes are ever opened.
    var hash: String {
        switch self {
        case .segmentation: "9ee168ec7c8f2a16c56fe8e1cfbc514974cbbb7e434051b455635f1bd1462f5c"
        case .mesh: "1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814"
        case .detector: "bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8"
        }
    }

    /// The size of its file in bytes.
    var byteCount: Int {
        switch self {
        case .segmentation: 249_505
        case .mesh: 1_242_398
        case .detector: 229_714
        }
    }
}
