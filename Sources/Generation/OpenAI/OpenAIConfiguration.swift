/// The configuration of an ``OpenAIProvider``.
public struct OpenAIConfiguration: Sendable {
    /// The key of the account that pays for the requests.
    public var apiKey: APIKey
    /// Where the service is, including its version: `https://api.openai.com/v1`.
    public var baseURL: BaseURL
    /// The time for one whole request, from the name look-up to the last byte of the answer.
    public var timeout: Duration

    /// The address of the service itself.
    public static let defaultBaseURL = "https://api.openai.com/v1"

    /// Creates a configuration.
    public init(
        apiKey: APIKey, baseURL: BaseURL, timeout: Duration = RequestLimits.longestTimeout
    ) {
        self.apiKey = apiKey
        self.baseURL = baseURL
        self.timeout = timeout
    }

    /// Fails early on settings that could never work.
    func check() throws(GenerationError) {
        guard timeout > .zero else { throw .invalidTimeout(timeout) }
    }
}
