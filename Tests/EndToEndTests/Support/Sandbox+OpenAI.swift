import TestSupport

extension Sandbox {
    /// A key of OpenAI's; no output, log or file may ever hold it either.
    static let openAIKey = "sk-secret-of-this-test-0123456789"

    /// Makes a sandbox with the keys of both services, which one emulator stands in for.
    static func withBothKeys(
        rule: String? = nil, _ body: (Sandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        let scenario = rule.map { #"{"rules":[\#($0)]}"# }
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            try await with(asking: emulator.baseURL) { sandbox in
                var both = sandbox
                both.variables["OPENAI_API_KEY"] = openAIKey
                both.variables["OPENAI_BASE_URL"] = "\(emulator.baseURL)/v1"
                try await body(both, emulator)
            }
        }
    }

    /// Submits one photo for one headshot by OpenAI's model.
    func submitToOpenAI(seed: Int = 0) async throws -> String {
        try await submit(["--provider", "openai", photo(seed: seed)])[0]
    }
}
