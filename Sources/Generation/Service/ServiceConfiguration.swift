/// The configuration of a ``ServiceProvider``.
public struct ServiceConfiguration: Sendable {
    /// The key of the account that pays for the requests.
    public var apiKey: APIKey
    /// Where the service is; OpenAI's with its version.
    public var baseURL: BaseURL
    /// The randomness of the model, 0 to 2; sent only to models that accept it.
    public var temperature: Double
    /// The time for one whole request, from the name look-up to the last byte of the answer.
    public var timeout: Duration

    /// Gemini's own address.
    public static let geminiBaseURL = "https://generativelanguage.googleapis.com"
    /// OpenAI's own address.
    public static let openAIBaseURL = "https://api.openai.com/v1"

    /// Creates a configuration.
    public init(
        apiKey: APIKey, baseURL: BaseURL, temperature: Double = 0.25,
        timeout: Duration = RequestLimits.longestTimeout
    ) {
        self.apiKey = apiKey
        self.baseURL = baseURL
        self.temperature = temperature
        self.timeout = timeout
    }

    /// Fails early on settings that could never work.
    func check() throws(GenerationError) {
        guard (0...2).contains(temperature) else { throw .invalidTemperature(temperature) }
        guard timeout > .zero else { throw .invalidTimeout(timeout) }
    }
}
