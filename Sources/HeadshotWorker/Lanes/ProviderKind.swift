/// Who can make a headshot; the raw value is the provider's name in jobs, charges and gates.
public enum ProviderKind: String, Codable, Sendable, CaseIterable {
    /// Google's image model, over the network and for money.
    case gemini
    /// OpenAI's models, over the network and for money.
    case openai
    /// This machine, which works on the photo itself, for free.
    case local

    /// Those that ask a model, in order of preference where none is named.
    public static let paid: [ProviderKind] = [.gemini, .openai]

    /// Whether it asks a model, for money.
    public var isPaid: Bool { Self.paid.contains(self) }

    /// All names for a sentence, such as `gemini, openai or local`.
    public static var names: String {
        let names = allCases.map(\.rawValue)
        return "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    }

    /// What its headshots are, in a sentence for people.
    public var description: String {
        switch self {
        case .gemini, .openai: "A picture that a model generated from the photo."
        case .local: "Made from the photo itself, not a generated picture."
        }
    }
}
