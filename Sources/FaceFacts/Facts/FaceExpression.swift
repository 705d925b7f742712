/// The expression of eyes and mouth.
public struct FaceExpression: Codable, Sendable, Equatable {
    /// The expression of the mouth.
    public enum Mouth: String, Codable, Sendable, CaseIterable {
        case neutral, smile, laugh
    }

    /// The height of the eyes' openings divided by their width: open 0.19 to 0.37, even with a broad smile;
    /// below 0.12 they may be shut.
    public let eyeOpening: Measure
    /// The height of the mouth's opening divided by its width: shut up to 0.07, a laugh above 0.2.
    public let mouthOpening: Measure
    /// The mouth by its width and its opening; nil between neutral and a smile.
    public let mouth: Mouth?

    package init(eyeOpening: Measure, mouthOpening: Measure, mouth: Mouth?) {
        self.eyeOpening = eyeOpening
        self.mouthOpening = mouthOpening
        self.mouth = mouth
    }
}
