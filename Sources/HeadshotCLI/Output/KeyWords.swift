/// What it means that there is no key to ask a model with.
enum KeyWords {
    /// For whoever works without one.
    static let missing = """
        No API key is set: jobs of the provider 'local' are done, and the others wait. Set GEMINI_API_KEY, or use \
        --api-key-file.
        """
}
