public import Ground

/// How a headshot was made here: the backdrop, and why it is not the wanted one.
public struct HeadshotMaking: Codable, Sendable, Equatable {
    /// What is behind the person.
    public var backdrop: Backdrop
    /// The wanted backdrop.
    public var wanted: Backdrop
    /// Why the person was not cut out; nil if the headshot is as wanted.
    public var refusal: CutOutRefusal?
    /// How well the person was cut out; nil if that was not tried.
    public var figures: CutOutFigures?

    /// Creates a description.
    public init(
        backdrop: Backdrop, wanted: Backdrop, refusal: CutOutRefusal? = nil,
        figures: CutOutFigures? = nil
    ) {
        self.backdrop = backdrop
        self.wanted = wanted
        self.refusal = refusal
        self.figures = figures
    }

    /// Why the headshot is not as wanted, in a sentence for people; nil if it is.
    public var sentence: String? {
        guard let refusal else { return nil }
        return switch refusal {
        case .modelsMissing:
            "The models for cutting a person out are not installed, so the background was only softened."
        case .severalFaces, .notAlone:
            "There is more than one person, so the background was only softened."
        case .headTurned, .faceUncertain, .looksDisagree, .outlineVague, .partUncertain,
            .bodyMissing:
            "The person could not be cut out cleanly, so the background was only softened."
        case .limbMissing:
            "An arm or a shoulder would have been lost, so the background was only softened."
        case .backgroundMissing:
            "There is hardly any background around the person, so it was only softened."
        }
    }
}
