/// Who can make a headshot; the raw value is the name under which jobs, charges and gates are kept.
public enum ProviderKind: String, Codable, Sendable, CaseIterable {
    /// Google's image model, over the network and for money.
    case gemini
    /// This machine: a cleaned-up crop of the photo itself, for free.
    case local
}
