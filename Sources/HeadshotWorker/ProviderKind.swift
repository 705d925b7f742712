/// Who can make a headshot; the raw value is the provider's name in jobs, charges and gates.
public enum ProviderKind: String, Codable, Sendable, CaseIterable {
    /// Google's image model, over the network and for money.
    case gemini
    /// This machine, which works on the photo itself, for free.
    case local

    /// What its headshots are, in a sentence for people.
    public var description: String {
        switch self {
        case .gemini: "A picture that a model generated from the photo."
        case .local: "Made from the photo itself, not a generated picture."
        }
    }
}
