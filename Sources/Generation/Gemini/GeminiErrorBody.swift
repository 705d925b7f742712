internal import Foundation

/// The body of an error: a `google.rpc.Status`, read as far as it is well-formed.
struct GeminiErrorBody {
    let message: ProviderMessage
    /// Whether the provider's own service wrote it: anything in between uses other formats.
    private let isOfService: Bool
    /// The quotas that a 429 names.
    private let quotas: [Quota]
    /// How long the body asks to wait.
    private let retryDelay: Duration?

    init(_ body: Data, key: APIKey) {
        let document = JSONValue(body)
        // Some gateways wrap the error in an array of one.
        let error = (document?.elements.first ?? document)?["error"]
        let details = error?["details"]?.elements ?? []
        let info = details.lazy.compactMap { $0.detail(.errorInfo) }
        isOfService = error?["code"]?.count != nil && error?["status"]?.string != nil
        // Remove the key before cutting: a half of it would remain otherwise.
        let words = error?["message"]?.string.map { key.redacted(from: $0) } ?? ""
        message = ProviderMessage(
            text: words.isEmpty
                ? UnknownBody.description(of: body, key: key)
                : String(words.prefix(ProviderMessage.longest)),
            status: error?["status"]?.string,
            reason: info.compactMap { $0["reason"]?.string }.first)
        quotas =
            details.compactMap { $0.detail(.quotaFailure) }
            .flatMap { $0["violations"]?.elements ?? [] }
            .map { Quota(id: $0["quotaId"]?.string, value: $0["quotaValue"]) }
            + info.compactMap { $0["metadata"] }.filter { $0["quotaLimitValue"] != nil }
            .map { Quota(id: $0["quotaLimit"]?.string, value: $0["quotaLimitValue"]) }
        retryDelay =
            details.lazy.compactMap { $0.detail(.retryInfo)?["retryDelay"]?.string }
            .compactMap(Self.duration).first
    }

    /// The error, in the terms of every service.
    ///
    /// - Parameter retryAfter: What the answer's header asks for.
    func error(with status: Int, retryAfter: Duration?) -> ServiceError {
        ServiceError(
            message: message, isOfService: isOfService,
            subject: subject(with: status),
            quota: quotas.lazy.compactMap(\.scope)
                .max { $0 == .perMinute && $1 == .perDay } ?? .unspecified,
            retryDelay: [retryDelay, retryAfter].compactMap { $0 }.max())
    }

    private func subject(with status: Int) -> ServiceError.Subject? {
        // A bad key is a 400 in some cases and a 403 in others.
        if namesBadKey { return .key }
        let sentence = message.text
        switch status {
        case 404: return message.status == "NOT_FOUND" ? .modelName : nil
        case 429:
            if quotas.contains(where: \.isZero) || ServiceError.namesZeroQuota(sentence) {
                return .zeroQuota
            }
            return GeminiSentence.isOfCredit(sentence) ? .credit : nil
        default:
            let subject = GeminiSentence.subject(of: sentence)
            return message.status == "FAILED_PRECONDITION" && subject != .location
                ? .account : subject
        }
    }

    /// Whether the details say that the key is wrong, expired or not valid for this use.
    private var namesBadKey: Bool {
        switch message.reason {
        case "API_KEY_INVALID", "API_KEY_EXPIRED", "API_KEY_SERVICE_BLOCKED",
            "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED":
            true
        default: false
        }
    }

    /// One quota that is used up.
    private struct Quota {
        let id: String?
        let value: JSONValue?

        /// The period of the quota; nil if its id does not say.
        var scope: Cooldown.Scope? {
            guard let id else { return nil }
            if id.contains("PerDay") { return .perDay }
            return id.contains("PerMinute") ? .perMinute : nil
        }

        /// Whether the account's quota is zero, so that waiting would never help.
        ///
        /// The wire format omits zeros, so a quota without a value is zero too.
        var isZero: Bool {
            guard let value else { return id != nil }
            return value.count == 0
        }
    }

    /// A duration on the wire, such as `34.074824224s`; nil for anything else.
    private static func duration(_ text: String) -> Duration? {
        // The wire format's own limit: ten thousand years.
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()),
            (0...315_576_000_000).contains(seconds)
        else { return nil }
        return .milliseconds(Int((seconds * 1000).rounded(.up)))
    }
}

/// The messages of `google/rpc/error_details.proto` that matter here.
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
