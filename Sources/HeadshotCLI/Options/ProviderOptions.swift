import ArgumentParser
import Generation
import HeadshotWorker
import Setup

/// The settings of a provider: of the one that a submit names, else of gemini.
///
/// Those of openai are variables.
struct ProviderOptions: ParsableArguments {
    /// The model.
    @Option(
        help: ArgumentHelp(
            "The model to ask.",
            discussion: """
                Default: $HEADSHOT_MODEL, else the cheapest that the key's own list offers, as a worker finds out; \
                never one that costs more than the price shown at submit. It is gemini's, except beside --provider openai; a \
                worker asks openai's of $HEADSHOT_OPENAI_MODEL.
                """, valueName: "name"))
    var model: String?

    /// The service.
    @Option(
        help: ArgumentHelp(
            "The service's address; plain http only to this machine.",
            discussion: """
                Default: $GOOGLE_GEMINI_BASE_URL, else \(ServiceConfiguration.geminiBaseURL); of openai, \
                $OPENAI_BASE_URL, else \(ServiceConfiguration.openAIBaseURL).
                """,
            valueName: "url"))
    var baseURL: String?

    /// The key.
    @Option(
        help: ArgumentHelp(
            "A file that holds the API key.",
            discussion: """
                Default: $HEADSHOT_API_KEY_FILE, else the key in $GEMINI_API_KEY or $GOOGLE_API_KEY, else the credential \
                'gemini-api-key' that systemd hands over. Of openai: $HEADSHOT_OPENAI_API_KEY_FILE, else $OPENAI_API_KEY, \
                else the credential 'openai-api-key'.
                """, valueName: "file"), completion: .file())
    var apiKeyFile: String?

    var overrides: ProviderOverrides { overrides(of: .gemini) }

    /// The options as those of the provider that a command asks.
    func overrides(of provider: ProviderKind) -> ProviderOverrides {
        ProviderOverrides(
            of: provider, model: model, baseURL: baseURL, apiKeyFile: apiKeyFile)
    }

    func validate() throws {
        if let model, model.isEmpty || model.count > Configuration.longestModel {
            throw ValidationError(
                "--model must have 1 to \(Configuration.longestModel) characters.")
        }
    }
}
