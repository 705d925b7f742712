import Generation

/// Words for invalid settings of the provider.
extension UserMessage {
    init(generation error: GenerationError) {
        switch error {
        case .invalidAPIKey:
            self.init(
                "invalid_api_key",
                "The API key is empty or has characters that no key has.", .configuration)
        case .invalidBaseURL(let url):
            self.init(
                "invalid_base_url", "This is not an address of a service: \(url)", .configuration)
        case .insecureBaseURL(let url):
            self.init(
                "insecure_base_url",
                "Plain http would show the key and the photo to others: \(url)",
                hint: "Use https; http is for this machine only.", .configuration)
        case .invalidTemperature(let value):
            self.init(
                "invalid_temperature", "The temperature is \(value); it must be 0 to 2.",
                .configuration)
        case .invalidTimeout:
            self.init("invalid_timeout", "The time for a request must be positive.", .configuration)
        case .transportUnavailable:
            self.init(
                "transport_unavailable",
                "libcurl did not start.", hint: "'headshot doctor' checks it.", .configuration)
        }
    }
}
