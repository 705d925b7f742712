/// What a model made of a request.
public enum Made: Sendable, Equatable {
    /// The picture that was wanted.
    case picture(GeneratedPicture)
    /// The words that were wanted.
    case words(GeneratedWords)

    /// What the provider says it did.
    public var receipt: Receipt {
        switch self {
        case .picture(let picture): picture.receipt
        case .words(let words): words.receipt
        }
    }
}
