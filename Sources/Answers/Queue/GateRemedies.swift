import Generation
package import HeadshotWorker
package import JobQueue

extension GateWords {
    /// What to do, for a reader of the command line.
    package var advice: String {
        guard wait == nil else { return [wait, remedy].compactMap(\.self).joined(separator: " ") }
        return [remedy, "Then run 'headshot gate clear'."].compactMap(\.self).joined(
            separator: " ")
    }

    /// What the user must change or can check; `nil` if there is nothing to do.
    package var remedy: String? {
        let kind = ProviderKind(rawValue: WordsLane.parts(of: provider).provider) ?? .gemini
        let cure = rise.map {
            """
            To pay that, name the model: \(Self.setting(of: $0.model)). Or cancel the jobs that wait, \
            and submit them again.
            """
        }
        return cure ?? reason?.remedy(for: kind)
    }

    /// What to set to name a model.
    private static func setting(of model: String) -> String {
        ModelFacts.facts(for: model).provider == ProviderName.openai
            ? "set HEADSHOT_OPENAI_MODEL to \(model.printable)"
            : "--model \(model.printable), or HEADSHOT_MODEL"
    }
}

extension GateReason {
    /// What the user must change or can check; `nil` if there is nothing to do.
    package func remedy(for provider: ProviderKind) -> String? {
        let settings = ProviderSettings(of: provider)
        return switch self {
        case .keyInvalid, .unauthenticated: "Set \(settings.key) to a key that works."
        case .permissionDenied:
            """
            \(settings.permission) If the key may make pictures but not list models, name one: \(settings.model).
            """
        case .failedPrecondition: "Check billing and settings of the account: \(settings.console)."
        case .locationNotSupported:
            """
            Run headshot, or its proxy, in a country that the provider serves (\(settings.countries)); or use another \
            provider.
            """
        case .modelUnsuitable: "Set \(settings.model) to a model that makes pictures."
        case .requestNotUnderstood: "Look for a newer headshot; check \(settings.address)."
        case .modelNotFound, .noModelOffered:
            "Set \(settings.model) to a model that the key can use."
        case .priceAboveQuote:
            """
            To pay its price, name it with \(settings.model); or cancel the jobs and submit them again.
            """
        case .accountLimited: "Read what the provider wrote to the account's owner."
        case .quotaIsZero:
            "Raise the account's tier or its limits (\(settings.console)), or set \(settings.model) to another model."
        case .outOfCredit: "Add credit, or raise the spending cap: \(settings.console)."
        case .notTheService:
            """
            It is tried again. If a network wants a login, sign in; else check \(settings.address), and the proxy \
            or firewall in between. If a gateway has no list of models, name one: \(settings.model). \
            'headshot gate clear' tries at once.
            """
        case .unexpectedStatus:
            """
            Check \(settings.address), and the proxy or firewall in between. If a gateway has no list of models, name \
            one: \(settings.model).
            """
        case .proxyRefused: "Check https_proxy with its user and password, and no_proxy."
        case .certificateNotTrusted:
            """
            It is tried again, free. If a network wants a login, sign in; else install the proxy's certificate, or check \
            \(settings.address). 'headshot gate clear' tries at once.
            """
        case .certificateOutOfDate:
            """
            It is tried again, free. Check this machine's clock ('timedatectl set-ntp true'); if it is right, the \
            certificate must be renewed.
            """
        case .unusableSetting: "Check \(settings.address) and https_proxy."
        case .unreachable: "Check the network and the proxy if this goes on."
        case .unknownOutcomes:
            "Then one request is tried; 'headshot list --state uncertain' shows those jobs."
        case .noAnswers:
            "Check \(settings.address), and the proxy or login page in between; what came is in 'answers'."
        case .refusals:
            "Check \(settings.address) and \(settings.model); the detail has the provider's words."
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .serverErrors: nil
        }
    }
}

/// Where a provider's settings are.
package struct ProviderSettings {
    /// Where the key is set.
    package let key: String
    /// Where the model is named.
    package let model: String
    /// Where the service's address is set.
    package let address: String
    /// What makes a key that exists allowed to ask.
    package let permission: String
    /// Where the account's owner manages billing and limits.
    package let console: String
    /// Where the provider lists its countries.
    package let countries: String

    package init(of provider: ProviderKind) {
        switch provider {
        case .openai:
            key = "OPENAI_API_KEY"
            model = "HEADSHOT_OPENAI_MODEL"
            address = "--base-url and OPENAI_BASE_URL"
            permission =
                "Verify the organization, or allow the key's project to use the model, in OpenAI's settings."
            console = "platform.openai.com/settings"
            countries = "platform.openai.com/docs/supported-countries"
        case .gemini, .local:
            key = "GEMINI_API_KEY, or --api-key-file,"
            model = "--model or HEADSHOT_MODEL"
            address = "--base-url and GOOGLE_GEMINI_BASE_URL"
            permission = "Allow the key to use the Generative Language API, or set another key."
            console = "aistudio.google.com"
            countries = "ai.google.dev/gemini-api/docs/available-regions"
        }
    }
}
