/// Words about a missing API key.
enum KeyWords {
    /// For commands that work without a key.
    static let missing = """
        No API key is set: jobs of the provider 'local' are done, and the others wait. Set GEMINI_API_KEY, or use \
        --api-key-file.
        """
}
