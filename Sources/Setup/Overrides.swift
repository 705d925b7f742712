package import Foundation
package import Isolation
package import Logging

// Settings that override the environment, such as a command's options. A property that is `nil` overrides nothing.

/// The cap and the budget.
package struct CapOverrides: Equatable, Sendable {
    package var dailyCap: Int?
    package var maxSpendPerDay: Dollars?
    package var timeZone: TimeZone?

    package init(
        dailyCap: Int? = nil, maxSpendPerDay: Dollars? = nil, timeZone: TimeZone? = nil
    ) {
        self.dailyCap = dailyCap
        self.maxSpendPerDay = maxSpendPerDay
        self.timeZone = timeZone
    }
}

/// The provider to ask, and its settings.
package struct ProviderOverrides: Equatable, Sendable {
    package var model: String?
    package var baseURL: String?
    package var apiKeyFile: String?

    package init(model: String? = nil, baseURL: String? = nil, apiKeyFile: String? = nil) {
        self.model = model
        self.baseURL = baseURL
        self.apiKeyFile = apiKeyFile
    }
}

/// How jobs are done.
package struct WorkOverrides: Equatable, Sendable {
    package var concurrency: Int?
    package var maxAttempts: Int?
    /// In seconds.
    package var requestTimeout: Int?
    /// Folders.
    package var prompts: String?
    package var models: String?
    package var results: String?
    package var isolation: FenceDemand?
    package var logLevel: Logger.Level?

    package init() {}
}
