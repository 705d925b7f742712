package import Foundation
package import HeadshotWorker

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

/// The settings of one provider.
package struct ProviderOverrides: Equatable, Sendable {
    /// Whose settings they are; they override nothing of another provider.
    package var provider = ProviderKind.gemini
    package var model: String?
    package var baseURL: String?
    package var apiKeyFile: String?

    package init(
        of provider: ProviderKind = .gemini, model: String? = nil, baseURL: String? = nil,
        apiKeyFile: String? = nil
    ) {
        self.provider = provider
        self.model = model
        self.baseURL = baseURL
        self.apiKeyFile = apiKeyFile
    }

    /// These, for their own provider; none for another.
    package func of(_ other: ProviderKind) -> ProviderOverrides {
        other == provider ? self : ProviderOverrides(of: other)
    }
}
