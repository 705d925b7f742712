internal import Foundation

/// The body of an error, read as far as it is well-formed.
struct OpenAIErrorBody {
    let message: ProviderMessage
    /// Whether the provider's own service wrote it: others imitate its format, but do not number its requests.
    private let isOfService: Bool
    /// The error's code, such as `moderation_blocked`.
    private let code: String?
    private let type: String?
    private let parameter: String?

    init(_ body: Data, requestID: String?, key: APIKey) {
        let error = JSONValue(body)?["error"]
        // Remove the key before cutting: a half of it would remain otherwise.
        let words = error?["message"]?.string.map { key.redacted(from: $0) } ?? ""
        code = error?["code"]?.string
        type = error?["type"]?.string
        parameter = error?["param"]?.string
        isOfService =
            error?["message"]?.string != nil && type != nil && error?["param"] != nil
            && error?["code"] != nil && requestID != nil
        message = ProviderMessage(
            text: words.isEmpty
                ? UnknownBody.description(of: body, key: key)
                : String(words.prefix(ProviderMessage.longest)),
            status: type, reason: code)
    }

    /// The error, in the terms of every service.
    ///
    /// - Parameter retryAfter: What the answer's header asks for.
    func error(with status: Int, retryAfter: Duration?) -> ServiceError {
        ServiceError(
            message: message, isOfService: isOfService,
            subject: subject(with: status),
            // Its sentence names the limit of images, requests or tokens; no field does.
            quota: message.text.lowercased().contains("per min") ? .perMinute : .unspecified,
            retryDelay: retryAfter)
    }

    private func subject(with status: Int) -> ServiceError.Subject? {
        if isOfCredit { return .credit }
        if status == 429 { return ServiceError.namesZeroQuota(message.text) ? .zeroQuota : nil }
        switch code {
        case "invalid_api_key", "account_deactivated": return .key
        case "unsupported_country_region_territory": return .location
        // Of the request with a 400: the model is known, but not to this route.
        case "model_not_found": return status == 400 ? .model : .modelName
        case "unsupported_model", "invalid_model": return .model
        case "moderation_blocked", "content_policy_violation", "invalid_image",
            "invalid_image_file", "invalid_image_format", "invalid_base64_image",
            "image_too_large", "image_too_small", "image_parse_error",
            "image_content_policy_violation":
            return .input
        default: break
        }
        if type == "image_generation_user_error" { return .input }
        switch parameter?.prefix(while: { $0 != "[" && $0 != "." }) {
        case "image": return .input
        case "model": return .model
        // The prompt, or a person's own words.
        case "prompt", "input", nil: return nil
        default: return isOfService ? .request : nil
        }
    }

    /// Whether the account's money is used up, which waiting does not cure.
    private var isOfCredit: Bool {
        let words = [
            "insufficient_quota", "billing_hard_limit_reached", "billing_not_active",
        ]
        return [code, type].contains { $0.map(words.contains) ?? false }
    }
}
