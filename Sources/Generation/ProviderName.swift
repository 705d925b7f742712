/// The names of the services, which jobs, charges and gates are stored under.
public enum ProviderName {
    /// Google's Gemini.
    public static let gemini = "gemini"
    /// OpenAI.
    public static let openai = "openai"
}
