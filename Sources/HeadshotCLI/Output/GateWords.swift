import Foundation
import JobQueue

/// Why a gate lets nothing through, and what to do about it, in words for the operator.
struct GateWords: Equatable {
    /// What is the matter.
    let sentence: String
    /// What to set, or what to wait for.
    let advice: String
    /// What the provider said.
    let detail: String?

    /// The words for a gate; `nil` while it is open.
    init?(_ gate: Gate, now: Date, timeZone: TimeZone = .current) {
        guard gate.isHalted || gate.opens > now else { return nil }
        self.init(
            code: gate.reason, detail: gate.detail, opens: gate.isHalted ? nil : gate.opens,
            now: now, timeZone: timeZone)
    }

    /// The words for a reason's code.
    ///
    /// - Parameter opens: When the gate opens by itself; `nil` while it is halted.
    init(
        code: String, detail: String?, opens: Date?, now: Date, timeZone: TimeZone = .current
    ) {
        let reason = GateReason(rawValue: code)
        sentence = reason?.sentence ?? "Service temporarily unavailable (\(code))."
        if let opens {
            advice = "Nothing is sent \(TimeWords.until(opens, now: now, in: timeZone))."
        } else {
            advice = [reason?.remedy, "Then run 'headshot gate clear'."]
                .compactMap { $0 }.joined(separator: " ")
        }
        self.detail = detail?.printable
    }
}

extension GateReason {
    /// What is the matter.
    var sentence: String {
        switch self {
        case .keyInvalid: "The API key is wrong, expired or blocked."
        case .unauthenticated: "The provider does not accept the API key."
        case .permissionDenied: "The API key may not use this model or this service."
        case .failedPrecondition: "The account cannot be served: its country or its billing."
        case .modelNotFound: "The model is retired, or its name is wrong."
        case .accountLimited: "The provider has limited the account for breaches of its policy."
        case .quotaIsZero: "The account's tier has no quota for this model."
        case .unexpectedStatus: "The service answered as the provider never does."
        case .quotaPerMinute: "Too many requests in a minute."
        case .quotaPerDay: "The provider's quota of the day is used up."
        case .tooManyRequests: "Too many requests."
        case .serverErrors: "The provider failed several times in a row."
        case .unreachable: "The provider cannot be reached."
        }
    }

    /// What a person has to change; `nil` for what passes by itself.
    var remedy: String? {
        switch self {
        case .keyInvalid, .unauthenticated:
            "Set GEMINI_API_KEY, or --api-key-file, to a key that works."
        case .permissionDenied:
            "Allow the key to use the Generative Language API, or set another key."
        case .failedPrecondition: "Enable billing for the key's project."
        case .modelNotFound: "Set --model or HEADSHOT_MODEL to a model that the key can use."
        case .accountLimited: "Read what the provider wrote to the account's owner."
        case .quotaIsZero:
            "Enable billing for the key's project, or set --model to another model."
        case .unexpectedStatus: "Check --base-url and GOOGLE_GEMINI_BASE_URL."
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .serverErrors, .unreachable: nil
        }
    }
}
