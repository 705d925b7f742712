/// What a model made of a request.
public enum Made: Sendable, Equatable {
    /// The requested picture.
    case picture(GeneratedPicture)
    /// The requested words.
    case words(GeneratedWords)

    /// The provider's record of the request.
    public var receipt: Receipt {
        switch self {
        case .picture(let picture): picture.receipt
        case .words(let words): words.receipt
        }
    }
}
