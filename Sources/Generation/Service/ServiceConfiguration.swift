/// The configuration of a ``ServiceProvider``.
public struct ServiceConfiguration: Sendable {
    /// The key of the account that pays for the requests.
    public var apiKey: APIKey
    /// Where the service is; OpenAI's with its version.
    public var baseURL: BaseURL
    /// The time for one whole request, from the name look-up to the last byte of the answer.
    public var timeout: Duration

    /// Gemini's own address.
    public static let geminiBaseURL = "https://generativelanguage.googleapis.com"
    /// OpenAI's own address.
    public static let openAIBaseURL = "https://api.openai.com/v1"

    /// The randomness of the model; sent only to models that accept it.
    static let temperature = 0.25

    /// Creates a configuration.
    public init(
        apiKey: APIKey, baseURL: BaseURL, timeout: Duration = RequestLimits.longestTimeout
    ) {
        self.apiKey = apiKey
        self.baseURL = baseURL
        self.timeout = timeout
    }
}
