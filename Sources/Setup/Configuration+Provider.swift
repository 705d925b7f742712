import Foundation
package import Generation
package import Ground
package import HeadshotWorker
package import JobQueue

/// Settings of the services that models are asked of.
extension Configuration {
    /// The model that the user named; `nil` lets a worker choose one from the key's list.
    package func model(_ overrides: ProviderOverrides = ProviderOverrides()) throws(SetupError)
        -> String?
    {
        let longest = Self.longestModel
        let provider = overrides.provider
        let variable = ProviderVariables(of: provider).model
        let found = try setting(
            overrides.model, variable, "the name of a model, of at most \(longest) characters"
        ) {
            $0.count <= longest && !SecretText.isKey($0) ? $0 : nil
        }
        guard let found else { return nil }
        if let offered = ModelFacts.namable(of: provider.rawValue),
            !offered.contains(where: { ModelFacts.isSame($0, found) })
        {
            throw .slowModel(Self.refused(found, atMost: longest), offered: offered)
        }
        if let owner = ModelFacts.facts(for: found).provider, owner != provider.rawValue {
            throw .modelOfOther(found, provider: owner)
        }
        return found
    }

    /// The model for words that the user named; `nil` lets a worker choose one from the key's list.
    package func wordsModel(of provider: ProviderKind) throws(SetupError) -> String? {
        let variable = ProviderVariables(of: provider).wordsModel
        guard let named = environment[variable] else { return nil }
        let offered = ModelFacts.namable(of: provider.rawValue, for: .words) ?? []
        guard offered.contains(where: { ModelFacts.isSame($0, named) }) else {
            throw .badSetting(
                name: variable.rawValue, value: Self.refused(named, atMost: Self.longestModel),
                wanted: "one of: \(offered.joined(separator: ", "))")
        }
        return named
    }

    /// The longest model name that the queue stores, in characters.
    package static let longestModel = 200

    /// The key; never printed, never stored.
    package func apiKey(_ overrides: ProviderOverrides = ProviderOverrides()) throws -> APIKey {
        let source = ProviderVariables(of: overrides.provider)
        if let file = keyFile(overrides) { return try key(inFile: file) }
        for variable in source.keys {
            if let secret = environment.secret(variable) {
                return try apiKey(secret, in: variable.rawValue)
            }
        }
        guard let file = credential(source.credential) else { throw SetupError.noKey }
        return try key(inFile: file)
    }

    /// Reads the key from a text; `place` says where it is from.
    package func apiKey(_ secret: Secret, in place: String) throws(SetupError) -> APIKey {
        try Self.secret("The API key", in: place) { () throws(SecretText.Fault) in
            try APIKey(secret)
        }
    }

    private func key(inFile path: String) throws(SetupError) -> APIKey {
        let text = try Self.secret("The API key", inFile: path) { .unreadableKeyFile(path: $0) }
        return try apiKey(text, in: path)
    }

    /// The file that was named for the key.
    package func keyFile(_ overrides: ProviderOverrides = ProviderOverrides()) -> String? {
        overrides.apiKeyFile ?? environment[ProviderVariables(of: overrides.provider).keyFile]
    }

    /// Whether a key is set.
    package func isKeySet(_ overrides: ProviderOverrides = ProviderOverrides()) throws -> Bool {
        do {
            _ = try apiKey(overrides)
            return true
        } catch SetupError.noKey {
            return false
        }
    }

    /// The providers whose keys are set.
    package func keyedProviders(_ overrides: ProviderOverrides = ProviderOverrides()) throws
        -> [ProviderKind]
    {
        try ProviderKind.paid.filter { try isKeySet(overrides.of($0)) }
    }

    /// Whether new jobs by a provider have the key that they need; for those made here, whether a model could be asked.
    package func hasKey(
        for provider: ProviderKind, _ overrides: ProviderOverrides = ProviderOverrides()
    ) throws -> Bool {
        try provider.isPaid
            ? isKeySet(overrides.of(provider))
            : !keyedProviders(overrides.of(.gemini)).isEmpty
    }

    /// The service's address.
    package func baseURL(_ overrides: ProviderOverrides = ProviderOverrides())
        throws(GenerationError) -> BaseURL
    {
        let source = ProviderVariables(of: overrides.provider)
        return try BaseURL(overrides.baseURL ?? environment[source.baseURL] ?? source.usualURL)
    }

    /// The provider, ready to be asked.
    package func provider(
        _ overrides: ProviderOverrides = ProviderOverrides(),
        timeout: Duration = RequestLimits.longestTimeout
    ) throws -> ServiceProvider {
        let service = try ServiceConfiguration(
            apiKey: apiKey(overrides), baseURL: baseURL(overrides), timeout: timeout)
        return overrides.provider == .openai
            ? try ServiceProvider.openai(service) : try ServiceProvider.gemini(service)
    }

    /// The path of a file with a secret as it may be shown: not if there is no such file, and its name may be the secret itself.
    package static func shown(_ path: String) -> String {
        isMissing(path, like: SecretText.isLikeKey)
            ? "a name that looks like a key, which is not repeated" : path
    }

    /// Whether there is nothing at a path, and its name, as it was given, looks like a key.
    static func isMissing(_ path: String, like isKey: (String) -> Bool) -> Bool {
        func absolute(_ path: String) -> String {
            URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        }
        // A key may have slashes, so that it is the path from the current folder on.
        let here = absolute(FileManager.default.currentDirectoryPath)
        let folder = here.hasSuffix("/") ? here : "\(here)/"
        let whole = absolute(path)
        let name = whole.hasPrefix(folder) ? String(whole.dropFirst(folder.count)) : whole
        return isKey(name) && !FileManager.default.fileExists(atPath: path)
    }

    /// The file with a credential that systemd hands over; `nil` if it hands over none.
    func credential(_ name: String) -> String? {
        let file = environment[.credentialsFolder].map { "\($0)/\(name)" }
        return file.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// Reads a file with a secret.
    ///
    /// - Parameter unreadable: The error for a file that cannot be read, of which the path may be shown.
    static func secret(
        _ what: String, inFile path: String, orElse unreadable: (_ path: String) -> SetupError
    ) throws(SetupError) -> Secret {
        guard let file = FileManager.default.contents(atPath: path) else {
            throw unreadable(shown(path))
        }
        return try secret(what, in: path) { () throws(SecretText.Fault) in
            try SecretText.text(of: file)
        }
    }

    /// Reads a secret, and says of a fault where it is.
    static func secret<Value>(
        _ what: String, in place: String, _ read: () throws(SecretText.Fault) -> Value
    ) throws(SetupError) -> Value {
        do throws(SecretText.Fault) {
            return try read()
        } catch {
            throw .badSecret(what: what, place: place, error)
        }
    }
}

/// Where a provider's settings are looked for.
package struct ProviderVariables {
    package let model: Variable
    package let wordsModel: Variable
    let baseURL: Variable
    let usualURL: String
    /// Names a file with the key, which counts before the keys.
    let keyFile: Variable
    let keys: [Variable]
    /// The name of systemd's credential, which counts after them.
    let credential: String

    package init(of provider: ProviderKind) {
        switch provider {
        case .openai:
            model = .openAIModel
            wordsModel = .openAIWordsModel
            baseURL = .openAIBaseURL
            usualURL = ServiceConfiguration.openAIBaseURL
            keyFile = .openAIKeyFile
            keys = [.openAIKey]
            credential = "openai-api-key"
        case .gemini, .local:
            model = .model
            wordsModel = .wordsModel
            baseURL = .baseURL
            usualURL = ServiceConfiguration.geminiBaseURL
            keyFile = .apiKeyFile
            keys = [.geminiKey, .googleKey]
            credential = "gemini-api-key"
        }
    }
}

extension Configuration {
    /// The model that will make a provider's jobs of a queue.
    ///
    /// - Parameter store: `nil` if there is no queue yet.
    package func expectedModel(
        _ store: JobStore?, _ overrides: ProviderOverrides = ProviderOverrides()
    ) async throws -> ExpectedModel {
        let provider = overrides.provider
        let chosen = try await store?.models(of: provider.rawValue).chosen
        return ExpectedModel(of: provider, named: try model(overrides), chosen: chosen)
    }

    /// The provider that is asked where none is named, if it is one that asks a model.
    ///
    /// A wrong setting is reported by the commands that need it.
    package var usualPaidProvider: ProviderKind {
        let usual = try? providerKind(nil)
        return usual.flatMap { $0.isPaid ? $0 : nil } ?? .gemini
    }
}

extension Session {
    /// The quote for a new job of a provider; `nil` if no model is asked.
    ///
    /// - Parameter named: The model that the user named for it.
    package func quote(for provider: ProviderKind, named: String? = nil) async throws
        -> Quote?
    {
        guard provider.isPaid else { return nil }
        return try await configuration.expectedModel(
            store, ProviderOverrides(of: provider, model: named)
        ).quote
    }

    /// The models that will make the jobs of all providers that ask one.
    package func expectedModels() async throws -> [ProviderKind: String] {
        var models: [ProviderKind: String] = [:]
        for kind in ProviderKind.paid {
            models[kind] =
                try await configuration.expectedModel(store, ProviderOverrides(of: kind)).name
        }
        return models
    }

    /// The quotes for new jobs of all providers that ask a model.
    package func quotes() async throws -> [ProviderKind: Quote] {
        var quotes: [ProviderKind: Quote] = [:]
        for provider in ProviderKind.paid { quotes[provider] = try await quote(for: provider) }
        return quotes
    }
}
