internal import Foundation

/// The body of an error: a `google.rpc.Status`, read as far as it is well formed.
struct GeminiErrorBody {
    /// The error's words, without the key.
    let message: ProviderMessage
    /// The quotas that a 429 names.
    let violations: [QuotaViolation]
    /// How long a 429 asks to wait.
    let retryDelay: Duration?

    init(_ body: Data, key: APIKey) {
        let document = JSONValue(body)
        // Some gateways wrap the error in an array of one.
        let error = (document?.elements.first ?? document)?["error"]
        let details = error?["details"]?.elements ?? []
        message = ProviderMessage(
            text: key.redacted(from: String((error?["message"]?.string ?? "").prefix(2000))),
            status: error?["status"]?.string,
            reason: details.lazy.compactMap { $0.detail(.errorInfo)?["reason"]?.string }.first)
        violations = details.compactMap { $0.detail(.quotaFailure) }
            .flatMap { $0["violations"]?.elements ?? [] }
            .map(QuotaViolation.init)
        retryDelay =
            details.lazy.compactMap { $0.detail(.retryInfo)?["retryDelay"]?.string }
            .compactMap(Self.duration).first
    }

    /// Whether the details say that the key is wrong, expired or not for this use.
    var namesBadKey: Bool {
        switch message.reason {
        case "API_KEY_INVALID", "API_KEY_EXPIRED", "API_KEY_SERVICE_BLOCKED",
            "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED":
            true
        default: false
        }
    }

    /// Whether the account's own state is in the way.
    var namesFailedPrecondition: Bool { message.status == "FAILED_PRECONDITION" }

    /// One quota that was used up.
    struct QuotaViolation {
        private let id: String?
        private let value: JSONValue?

        fileprivate init(_ json: JSONValue) {
            id = json["quotaId"]?.string
            value = json["quotaValue"]
        }

        /// What the quota counts by; nil when its id does not say.
        var scope: Cooldown.Scope? {
            guard let id else { return nil }
            if id.contains("PerDay") { return .perDay }
            return id.contains("PerMinute") ? .perMinute : nil
        }

        /// Whether the account has none of this quota, so that waiting would never help.
        ///
        /// The wire format leaves out numbers that are nought, so a quota that is named without
        /// its value is one of nought too.
        var isQuotaOfNought: Bool {
            guard let value else { return id != nil }
            return value.count == 0
        }
    }

    /// A duration as the wire has it, `34.074824224s`; nil when it is not one.
    private static func duration(_ text: String) -> Duration? {
        // The wire format's own bound: ten thousand years.
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()),
            (0...315_576_000_000).contains(seconds)
        else { return nil }
        return .milliseconds(Int((seconds * 1000).rounded(.up)))
    }
}

/// The messages of `google/rpc/error_details.proto` that decide something.
private enum ErrorDetail: String {
    case errorInfo = "google.rpc.ErrorInfo"
    case quotaFailure = "google.rpc.QuotaFailure"
    case retryInfo = "google.rpc.RetryInfo"
}

extension JSONValue {
    /// This value, if it is a detail of the given type.
    fileprivate func detail(_ type: ErrorDetail) -> JSONValue? {
        let name = self["@type"]?.string?.split(separator: "/").last
        return name.map(String.init) == type.rawValue ? self : nil
    }
}
