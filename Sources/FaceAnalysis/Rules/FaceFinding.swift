/// One judgement about the facts of a face: the rule, the value seen, the limit, and a sentence.
public struct FaceFinding: Codable, Sendable, Equatable {
    /// The rule that is checked; its raw value is stable and may be stored.
    public enum Rule: String, Codable, Sendable, CaseIterable {
        /// There is a face.
        case face
        /// There is only one.
        case singleFace
        /// The face has enough pixels.
        case faceSize
        /// The face is not too dark.
        case exposure
        /// The face is not washed out in white.
        case overexposure
        /// The face is sharp.
        case sharpness
        /// What was found certainly is a face.
        case sureFace
        /// Both halves of the face are lit.
        case balance
        /// Light does not come from below.
        case lightDirection
        /// The face is neither flat nor harsh.
        case contrast
        /// The skin is not grainy.
        case noise
        /// The eyes are open.
        case eyesOpen
        /// The head faces the camera.
        case pose
        /// The head is upright.
        case tilt
        /// The head is neither too small nor too large in the frame.
        case headShare
        /// The head is in the middle, with the eyes above it.
        case placement
        /// The whole head is in the frame.
        case cutOff
        /// The background is calm.
        case background
    }

    /// The consequence of a finding.
    public enum Severity: String, Codable, Sendable {
        /// A headshot of this photo would not be worth its price.
        case refusal
        /// A headshot can be made; a better photo makes a better one.
        case warning
    }

    /// The rule that was checked.
    public let rule: Rule
    /// The consequence.
    public let severity: Severity
    /// The value that was seen, with its unit.
    public let seen: String
    /// The limit that the value was compared with.
    public let limit: String
    /// For a person: what is wrong, and what to do; left and right are those of the picture.
    public let sentence: String
}

extension Measure {
    /// The value with its unit, such as "18.2 L*".
    var text: String { Self.text(value, unit) }

    /// A limit with a unit, formatted like its measure.
    static func text(_ value: Double, _ unit: Unit) -> String {
        let number = value.rounded(
            to: unit == .pixels ? 0 : unit == .share || unit == .ratio ? 2 : 1)
        let digits = number == number.rounded() ? "\(Int(number))" : "\(number)"
        switch unit {
        case .pixels, .lightness, .stops: return "\(digits) \(unit.rawValue)"
        case .degrees: return "\(digits)°"
        case .share, .score, .ratio: return digits
        }
    }
}
