/// What the provider says it did for a charged request.
public struct Receipt: Sendable, Equatable, Codable {
    /// The model that answered; another than the one asked for means another price.
    public var modelAnswered: String?
    /// The provider's id of the answer, for questions to its support.
    public var responseID: String?
    /// What was used, and is billed.
    public var usage: TokenUsage?

    /// Creates a receipt.
    public init(modelAnswered: String? = nil, responseID: String? = nil, usage: TokenUsage? = nil) {
        self.modelAnswered = modelAnswered
        self.responseID = responseID
        self.usage = usage
    }
}

/// The tokens that one request used, as the provider counted them.
public struct TokenUsage: Sendable, Equatable, Codable {
    /// Tokens of what the model was given.
    public var prompt: Int
    /// Tokens of the answer, the picture's among them.
    public var candidates: Int
    /// Tokens that the model spent on thinking.
    public var thoughts: Int
    /// All of them, as the provider added them up.
    public var total: Int
    /// Tokens of the picture; nil when the provider did not say.
    public var imageTokens: Int?

    /// Creates a usage.
    public init(prompt: Int, candidates: Int, thoughts: Int, total: Int, imageTokens: Int?) {
        self.prompt = prompt
        self.candidates = candidates
        self.thoughts = thoughts
        self.total = total
        self.imageTokens = imageTokens
    }
}
