import Setup

extension Variable {
    /// The option that overrides it; `nil` if there is none.
    var option: String? {
        switch self {
        case .home: "--home"
        case .apiKeyFile: "--api-key-file"
        case .provider: "--provider"
        case .backdrop: "--backdrop"
        case .model: "--model"
        case .dailyCap: "--daily-cap"
        case .maxSpendPerDay: "--max-spend-per-day"
        case .timeZone: "--time-zone"
        case .prompts: "--prompts"
        case .models: "--models"
        case .results: "--results"
        case .concurrency: "--concurrency"
        case .maxAttempts: "--max-attempts"
        case .requestTimeout: "--request-timeout"
        case .isolation: "--isolation"
        case .maxJobs: "--max-jobs"
        case .maxTime: "--max-time"
        case .logLevel: "--log-level"
        case .baseURL: "--base-url"
        case .libvipsOnly, .geminiKey, .googleKey, .credentialsFolder, .dataHome,
            .userHome, .libraryPath, .noColour, .terminal:
            nil
        }
    }
}
