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
    public var sentence: String? { sentence("so the background was only softened") }

    /// The same of a headshot that is not made yet.
    public var forecast: String? { sentence("so the background will only be softened") }

    /// The same of one that is not made, since nothing but the wanted backdrop was accepted.
    public var rejection: String? {
        sentence("and a softened background is not accepted")
    }

    private func sentence(_ consequence: String) -> String? {
        refusal.map { "\($0.cause), \(consequence)." }
    }
}

extension CutOutRefusal {
    /// What kept the person from being cut out, for people.
    fileprivate var cause: String {
        switch self {
        case .modelsMissing: "The models for cutting a person out are not installed"
        case .severalFaces, .notAlone: "There is more than one person"
        case .headTurned: "The head is turned too far for a clean cut-out"
        case .faceUncertain, .looksDisagree, .outlineVague, .partUncertain, .bodyMissing:
            "The person could not be cut out cleanly"
        case .limbMissing: "An arm or a shoulder would have been lost"
        case .backgroundMissing: "There is hardly any background around the person"
        }
    }
}
