package import Foundation
import HeadshotWorker
package import JobQueue

/// Why a gate lets nothing through, and what to do about it, in words for the operator.
package struct GateWords: Equatable {
    /// What is the matter.
    package let sentence: String
    /// What to set, or what to wait for.
    package let advice: String
    /// What the provider said.
    package let detail: String?

    /// The words for a gate; `nil` while it is open.
    package init?(_ gate: Gate, now: Date, timeZone: TimeZone = .current) {
        guard gate.isHalted || gate.opens > now else { return nil }
        self.init(
            code: gate.reason, detail: gate.detail, opens: gate.isHalted ? nil : gate.opens,
            now: now, timeZone: timeZone)
    }

    /// The words for a reason's code.
    ///
    /// - Parameter opens: When the gate opens by itself; `nil` while it is halted.
    package init(
        code: String, detail: String?, opens: Date?, now: Date, timeZone: TimeZone = .current
    ) {
        let reason = GateReason(rawValue: code)
        let rise = reason == .priceAboveQuote ? PriceRise(detail: detail) : nil
        sentence =
            rise?.sentence ?? reason?.sentence ?? "Service temporarily unavailable (\(code))."
        if let opens {
            let until = TimeWords.until(opens, now: now, in: timeZone)
            advice = ["Nothing is sent \(until).", reason?.remedy].compactMap { $0 }
                .joined(separator: " ")
        } else {
            advice = [rise?.remedy ?? reason?.remedy, "Then run 'headshot gate clear'."]
                .compactMap { $0 }.joined(separator: " ")
        }
        self.detail = rise == nil ? detail?.printable : nil
    }
}

extension GateReason {
    /// What is the matter.
    package var sentence: String {
        switch self {
        case .keyInvalid: "The API key is wrong, expired or blocked."
        case .unauthenticated: "The provider does not accept the API key."
        case .permissionDenied: "The API key may not use this model or this service."
        case .failedPrecondition: "The account cannot be served: its country or its billing."
        case .modelNotFound: "The model is retired, or its name is wrong."
        case .modelUnsuitable: "The model cannot make headshots from photos."
        case .requestNotUnderstood: "The provider finds a fault in headshot's requests."
        case .noModelOffered: "The key's list of models has none that headshot knows."
        case .priceAboveQuote: "The model that the key offers costs more than was told at submit."
        case .accountLimited: "The provider has limited the account for breaches of its policy."
        case .quotaIsZero: "The account's tier has no quota for this model."
        case .outOfCredit: "The account's credit or its spending cap is used up."
        case .notTheService: "What answers at this address is not the provider's service."
        case .unexpectedStatus: "The service answered as the provider never does."
        case .proxyRefused: "A proxy refuses to pass requests on."
        case .certificateNotTrusted: "The certificate at this address is not trusted."
        case .unusableSetting:
            "The address, or a setting of the proxy or of certificates, cannot work."
        case .quotaPerMinute: "Too many requests in a minute."
        case .quotaPerDay: "The provider's quota of the day is used up."
        case .tooManyRequests: "Too many requests."
        case .serverErrors: "The provider failed several times in a row."
        case .unreachable: "The provider cannot be reached."
        case .unknownOutcomes: "Several requests in a row were sent, and no answer came."
        case .noAnswers: "Several answers in a row were not the provider's, or could not be read."
        case .refusals: "The provider refused several photos in a row and did not say why."
        }
    }

    /// What a person has to change; `nil` for what passes by itself.
    package var remedy: String? {
        switch self {
        case .keyInvalid, .unauthenticated:
            "Set GEMINI_API_KEY, or --api-key-file, to a key that works."
        case .permissionDenied:
            "Allow the key to use the Generative Language API, or set another key."
        case .failedPrecondition: "Enable billing for the key's project."
        case .modelUnsuitable: "Set --model or HEADSHOT_MODEL to a model that makes pictures."
        case .requestNotUnderstood:
            "Look for a newer headshot; check --base-url and GOOGLE_GEMINI_BASE_URL."
        case .modelNotFound, .noModelOffered:
            "Set --model or HEADSHOT_MODEL to a model that the key can use."
        case .priceAboveQuote:
            "To pay its price, name it with --model or HEADSHOT_MODEL; or cancel the jobs and submit them again."
        case .accountLimited: "Read what the provider wrote to the account's owner."
        case .quotaIsZero:
            "Enable billing for the key's project, or set --model to another model."
        case .outOfCredit: "Add credit, or raise the spending cap, in the provider's billing."
        case .notTheService, .unexpectedStatus:
            "Check --base-url and GOOGLE_GEMINI_BASE_URL, and the proxy or firewall in between."
        case .proxyRefused: "Check https_proxy with its user and password, and no_proxy."
        case .certificateNotTrusted:
            "Check --base-url and the machine's clock; a proxy's certificate has to be installed."
        case .unusableSetting: "Check --base-url and https_proxy."
        case .unreachable: "Check the network and the proxy if this goes on."
        case .unknownOutcomes:
            "Then one request is tried; 'headshot list --state uncertain' shows those jobs."
        case .noAnswers:
            "Check --base-url, and the proxy or login page in between; what came is in 'answers'."
        case .refusals: "Check --base-url and --model; the detail has the provider's words."
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .serverErrors: nil
        }
    }
}

extension PriceRise {
    /// Both prices.
    fileprivate var sentence: String {
        let now = price.map { "about \(MoneyWords.dollars($0)) a headshot" } ?? "an unknown price"
        return """
            The cheapest model that the key offers is \(model.printable), at \(now); told at submit was \
            \(quotedModel.printable), at about \(MoneyWords.dollars(quotedPrice)).
            """
    }

    /// The two ways on.
    fileprivate var remedy: String {
        """
        To pay that, name the model: --model \(model.printable), or HEADSHOT_MODEL. Or cancel the jobs that wait, \
        and submit them again.
        """
    }
}
