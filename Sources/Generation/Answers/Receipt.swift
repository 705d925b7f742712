import Ground

/// The provider's record of a charged request.
public struct Receipt: Sendable, Equatable, Codable {
    /// The model that answered; if it is not the one requested, the price differs.
    public var modelAnswered: String?
    /// The provider's id for the answer, for questions to its support.
    public var responseID: String?
    /// The provider's id for the request, from the header `x-request-id`.
    public var requestID: String?
    /// The usage that is billed.
    public var usage: TokenUsage?
}

/// The tokens that one request used, as the provider counted them.
public struct TokenUsage: Sendable, Equatable, Codable {
    /// Tokens of the input.
    public var prompt: Int
    /// Tokens of the answer, including the picture's.
    public var candidates: Int
    /// Tokens that the model spent on thinking.
    public var thoughts: Int
    /// The total as the provider reports it.
    public var total: Int
    /// Tokens of the picture; nil when the provider did not say.
    public var imageTokens: Int?
    /// Tokens of the photo among those of the input; nil when the provider did not say.
    public var photoTokens: Int?
}

extension TokenUsage {
    /// Reads a usage from stored JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        prompt = try members.number(.prompt, in: Int.counts)
        candidates = try members.number(.candidates, in: Int.counts)
        thoughts = try members.number(.thoughts, in: Int.counts)
        total = try members.number(.total, in: Int.counts)
        imageTokens = try members.optionalNumber(.imageTokens, in: Int.counts)
        photoTokens = try members.optionalNumber(.photoTokens, in: Int.counts)
    }
}
