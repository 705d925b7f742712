/// OpenAI's errors that a scenario can demand, in addition to those of the checks.
extension OpenAIError {
    /// The error for an answer that is one; nil for any other.
    ///
    /// - Parameters:
    ///   - seconds: How long the rule asks to wait.
    ///   - wantsPicture: Pictures are refused by an error, where words are by an answer.
    static func fault(
        _ answer: Answer, model: String, seconds: Int?, wantsPicture: Bool
    ) -> OpenAIError? {
        switch answer {
        case .blockedPrompt, .blockedPicture: wantsPicture ? moderation : nil
        case .accountLimited:
            OpenAIError(
                status: 401, code: "account_deactivated",
                message: "The OpenAI account associated with this API key has been deactivated.")
        case .quotaPerMinute: limit("requests per min (RPM): Limit 10", seconds ?? 34)
        case .quotaPerDay: limit("requests per day (RPD): Limit 200", seconds ?? 31_167)
        case .quotaBare: limit("requests", nil)
        case .quotaHintOnly: limit("requests", seconds ?? 34)
        case .quotaZero, .quotaNoCredit: noCredit
        case .invalidArgument: unreadablePicture
        case .badRequest: OpenAIError(status: 400, message: "Invalid request.")
        case .failedPrecondition:
            OpenAIError(
                status: 403, type: "request_forbidden",
                code: "unsupported_country_region_territory",
                message: "Country, region, or territory not supported")
        case .keyInvalid: invalidKey
        case .unauthenticated: missingKey
        case .permissionDenied:
            OpenAIError(
                status: 403, message: "You have insufficient permissions for this operation.")
        case .notFound: unknownModel(model)
        case .internalError: failure(500, "The server had an error while processing your request.")
        case .overloaded: failure(503, "That model is currently overloaded.")
        case .overloadedWithHint: failure(503, "That model is currently overloaded.", after: 3600)
        case .deadlineExceeded: failure(504, "The request timed out.")
        default: nil
        }
    }

    /// A 400 for what the service does not make.
    private static let moderation = OpenAIError(
        status: 400, type: "image_generation_user_error", code: "moderation_blocked",
        message: "Your request was rejected by the safety system.")

    /// A 429 that waiting does not cure.
    private static let noCredit = OpenAIError(
        status: 429, type: "insufficient_quota", code: "insufficient_quota",
        message: "You exceeded your current quota, please check your plan and billing details.")

    private static func limit(_ what: String, _ seconds: Int?) -> OpenAIError {
        OpenAIError(
            status: 429, type: "requests", code: "rate_limit_exceeded",
            message: "Rate limit reached on \(what).", retryAfter: seconds)
    }

    private static func failure(
        _ status: Int, _ message: String, after seconds: Int? = nil
    ) -> OpenAIError {
        OpenAIError(
            status: status, type: "server_error", message: message, retryAfter: seconds)
    }
}
