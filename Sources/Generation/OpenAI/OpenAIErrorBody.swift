internal import Foundation

/// The body of an error, read as far as it is well-formed.
struct OpenAIErrorBody {
    /// What the service refuses.
    enum Subject {
        /// The photo or the words that were sent.
        case input
        case model
        /// The request's form, which is the same for all photos.
        case request
        /// Its country or its settings.
        case account
    }

    /// The error's words, without the key.
    let message: ProviderMessage
    /// Whether the provider's own service wrote it: others imitate its format, but do not number its requests.
    let isTheServices: Bool
    /// The error's code, such as `moderation_blocked`.
    let code: String?
    private let type: String?
    private let parameter: String?

    init(_ body: Data, requestID: String?, key: APIKey) {
        let error = JSONValue(body)?["error"]
        // Remove the key before cutting: a half of it would remain otherwise.
        let words = error?["message"]?.string.map { key.redacted(from: $0) } ?? ""
        code = error?["code"]?.string
        type = error?["type"]?.string
        parameter = error?["param"]?.string
        isTheServices =
            error?["message"]?.string != nil && type != nil && error?["param"] != nil
            && error?["code"] != nil && requestID != nil
        message = ProviderMessage(
            text: words.isEmpty
                ? UnknownBody.description(of: body, key: key)
                : String(words.prefix(ProviderMessage.longest)),
            status: type, reason: code)
    }

    /// Whether the account's money is used up, which waiting does not cure.
    var isOfMoney: Bool {
        let words = [
            "insufficient_quota", "billing_hard_limit_reached", "billing_not_active",
        ]
        return [code, type].contains { $0.map(words.contains) ?? false }
    }

    /// Whether a limit of requests, tokens or pictures a minute is reached.
    var isOfMinutes: Bool { message.text.lowercased().contains("per min") }

    /// What a 400 is about; nil if it does not say.
    var subject: Subject? {
        switch code {
        case "moderation_blocked", "content_policy_violation", "invalid_image",
            "invalid_image_file", "invalid_image_format", "invalid_base64_image",
            "image_too_large", "image_too_small", "image_parse_error",
            "image_content_policy_violation":
            return .input
        case "model_not_found", "unsupported_model", "invalid_model": return .model
        case "unsupported_country_region_territory": return .account
        default: break
        }
        if type == "image_generation_user_error" { return .input }
        switch parameter?.prefix(while: { $0 != "[" && $0 != "." }) {
        case "image": return .input
        case "model": return .model
        // The prompt, or a person's own words.
        case "prompt", "input", nil: return nil
        default: return isTheServices ? .request : nil
        }
    }
}
