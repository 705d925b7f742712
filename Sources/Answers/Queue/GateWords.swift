package import Foundation
package import HeadshotWorker
package import JobQueue

/// Why a gate lets nothing through, in words for the operator.
package struct GateWords: Equatable {
    /// The name of the provider.
    package let provider: String
    /// `nil` for a reason of a newer version.
    package let reason: GateReason?
    /// The model that costs more than the quote, if that halted it.
    package let rise: PriceRise?
    /// What is wrong.
    package let sentence: String
    /// Until when nothing is sent; `nil` while it is halted.
    package let wait: String?
    /// What the provider said.
    package let detail: String?

    /// Words a gate; `nil` while it is open.
    package init?(_ gate: Gate, now: Date, timeZone: TimeZone = TimeWords.zone) {
        guard gate.isHalted || gate.opens > now else { return nil }
        self.init(
            of: gate.provider, code: gate.reason, detail: gate.detail,
            opens: gate.isHalted ? nil : gate.opens, now: now, timeZone: timeZone)
    }

    /// Words a reason's code.
    ///
    /// - Parameter opens: When the gate opens automatically; `nil` while it is halted.
    package init(
        of provider: String = ProviderKind.gemini.rawValue, code: String, detail: String?,
        opens: Date?, now: Date, timeZone: TimeZone = TimeWords.zone
    ) {
        self.provider = provider.printable
        reason = GateReason(rawValue: code)
        rise = reason == .priceAboveQuote ? PriceRise(detail: detail) : nil
        sentence =
            rise?.sentence ?? reason?.sentence
            ?? "Service temporarily unavailable (\(code.printable))."
        wait = opens.map { "Nothing is sent \(TimeWords.until($0, now: now, in: timeZone))." }
        self.detail = rise == nil ? detail?.printable : nil
    }

    /// What is wrong, where gates of several providers are listed: the usual provider's go without its name.
    package var headline: String {
        provider == ProviderKind.gemini.rawValue ? sentence : "\(provider): \(sentence)"
    }
}

extension GateReason {
    /// What is wrong.
    package var sentence: String {
        switch self {
        case .keyInvalid: "The API key is wrong, expired or blocked."
        case .unauthenticated: "The provider does not accept the API key."
        case .permissionDenied: "The API key may not use this model or this service."
        case .failedPrecondition: "The account cannot be served: its billing or its settings."
        case .locationNotSupported: "The provider does not serve the country of this machine."
        case .modelNotFound: "The model is retired, or its name is wrong."
        case .modelUnsuitable: "The model cannot make headshots from photos."
        case .requestNotUnderstood: "The provider finds a fault in headshot's requests."
        case .noModelOffered: "The key's list of models has none that headshot knows."
        case .priceAboveQuote:
            "The model that the key offers costs more than the price shown at submit."
        case .accountLimited: "The provider has limited the account for breaches of its policy."
        case .quotaIsZero: "The account's tier has no quota for this model."
        case .outOfCredit: "The account's credit or its spending cap is used up."
        case .notTheService: "What answers at this address is not the provider's service."
        case .unexpectedStatus: "The service answered as the provider never does."
        case .proxyRefused: "A proxy refuses to pass requests on."
        case .certificateNotTrusted: "The certificate at this address is not trusted."
        case .certificateOutOfDate:
            "A certificate has expired or is not valid yet, by this machine's clock."
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
}

extension PriceRise {
    /// The sentence with both prices.
    fileprivate var sentence: String {
        let now = price.map { "about \(MoneyWords.dollars($0)) a headshot" } ?? "an unknown price"
        return """
            The cheapest model that the key offers is \(model.printable), at \(now); the price shown at submit was \
            \(quotedModel.printable), at about \(MoneyWords.dollars(quotedPrice)).
            """
    }
}

/// Every gate that was ever closed, in its present state.
package struct GateAnswer: Encodable {
    /// One gate.
    package struct GateReport: Encodable {
        package let provider: String
        /// The model whose requests the gate stops; absent for every request to the provider.
        package let model: String?
        /// `open`, `closed` until a time, or `halted` until the user clears it.
        package let state: String
        package let reason: String
        package let opens: Date?
        package let sentence: String
        package let advice: String?
        package let detail: String?
        package let changed: Date
    }

    package let gates: [GateReport]

    /// - Parameter advice: What to do about a closed gate.
    package init(
        _ gates: [Gate], now: Date, timeZone: TimeZone = TimeWords.zone,
        advice: (GateWords) -> String = { $0.wait ?? "" }
    ) {
        self.gates = gates.map { gate in
            let words = GateWords(gate, now: now, timeZone: timeZone)
            let isClosed = !gate.isHalted && gate.opens > now
            return GateReport(
                provider: gate.provider, model: gate.model,
                state: gate.isHalted ? "halted" : isClosed ? "closed" : "open",
                reason: words == nil ? "open" : gate.reason, opens: isClosed ? gate.opens : nil,
                sentence: words?.sentence ?? Self.openSentence(gate),
                advice: words.map(advice), detail: words?.detail, changed: gate.changed)
        }
    }

    private static func openSentence(_ gate: Gate) -> String {
        guard let allowed = gate.allowed else { return "Requests may be sent." }
        return "Requests may be sent, \(allowed) at a time; each answer lets one more through."
    }
}
