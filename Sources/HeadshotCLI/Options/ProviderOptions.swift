import ArgumentParser

/// Whom to ask, and how: shared by the commands that send requests or look the provider up.
struct ProviderOptions: ParsableArguments {
    /// The model.
    @Option(
        help: ArgumentHelp(
            "The model to ask.",
            discussion: "Default: $HEADSHOT_MODEL, else \(ProviderOptions.defaultModel).",
            valueName: "name"))
    var model: String?

    /// The service.
    @Option(
        help: ArgumentHelp(
            "The service's address; plain http only to this machine.",
            discussion:
                "Default: $GOOGLE_GEMINI_BASE_URL, else \(ProviderOptions.defaultBaseURL).",
            valueName: "url"))
    var baseURL: String?

    /// The key.
    @Option(
        help: ArgumentHelp(
            "A file that holds the API key.",
            discussion: """
                Default: $GEMINI_API_KEY, else $GOOGLE_API_KEY, else the credential \
                'gemini-api-key' that systemd hands over.
                """, valueName: "file"), completion: .file())
    var apiKeyFile: String?

    /// Models are retired within a year; this one's successors are in the provider's documentation.
    static let defaultModel = "gemini-2.5-flash-image"
    static let defaultBaseURL = "https://generativelanguage.googleapis.com"
}
