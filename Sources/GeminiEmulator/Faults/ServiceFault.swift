/// The service's errors that a scenario can demand, in addition to those of the checks.
extension ServiceError {
    static let failedPrecondition = ServiceError(
        code: 400, status: "FAILED_PRECONDITION",
        message: "User location is not supported for the API use.")

    static let unauthenticated = ServiceError(
        code: 401, status: "UNAUTHENTICATED",
        message: """
            Request had invalid authentication credentials. Expected OAuth 2 access token, login \
            cookie or other valid authentication credential. See \
            https://developers.google.com/identity/sign-in/web/devconsole-project.
            """)

    static let permissionDenied = ServiceError(
        code: 403, status: "PERMISSION_DENIED",
        message: "Your API key was reported as leaked. Please use another API key.")

    static let internalError = ServiceError(
        code: 500, status: "INTERNAL",
        message: """
            An internal error has occurred. Please retry or report in \
            https://developers.generativeai.google/guide/troubleshooting
            """)

    static let overloaded = ServiceError(
        code: 503, status: "UNAVAILABLE",
        message: "The model is overloaded. Please try again later.")

    static let deadlineExceeded = ServiceError(
        code: 504, status: "DEADLINE_EXCEEDED",
        message: "Deadline expired before operation could complete.")

    /// A 429 that waiting does not cure, with the sentence from public reports.
    static let noCredit = ServiceError(
        code: 429, status: "RESOURCE_EXHAUSTED",
        message: "Your prepayment credits are depleted. Please add credits to continue.")

    /// A 429 without details, as Vertex AI sends it.
    static let quotaBare = ServiceError(
        code: 429, status: "RESOURCE_EXHAUSTED",
        message: """
            Resource exhausted. Please try again later. Please refer to \
            https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.
            """)

    /// A 429 that says when to try again, but not which quota is used up.
    static func quotaHintOnly(retryDelay: String) -> ServiceError {
        ServiceError(
            code: 429, status: "RESOURCE_EXHAUSTED", message: quotaBare.message,
            details: [retryInfo(retryDelay)])
    }

    /// A 429 that names the quota.
    ///
    /// - Parameters:
    ///   - quota: The quota's id, such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`.
    ///   - tier: The tier in the metric's name, `free` or `paid`.
    ///   - limit: The quota's value; 0 means that it never allows a request.
    ///   - retryDelay: A proto3 duration; nil leaves the hint out.
    static func quotaExceeded(
        _ quota: String, tier: String, limit: Int, model: String, retryDelay: String?
    ) -> ServiceError {
        let metric = "generativelanguage.googleapis.com/generate_content_\(tier)_tier_requests"
        let hint = retryDelay.map { "\nPlease retry in \($0)." } ?? ""
        let failure: JSONValue = [
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            "violations": [
                [
                    "quotaMetric": .string(metric), "quotaId": .string(quota),
                    "quotaDimensions": ["location": "global", "model": .string(model)],
                    // int64 is a string in proto3 JSON.
                    "quotaValue": .string("\(limit)"),
                ]
            ],
        ]
        let help: JSONValue = [
            "@type": "type.googleapis.com/google.rpc.Help",
            "links": [
                [
                    "description": "Learn more about Gemini API quotas",
                    "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
                ]
            ],
        ]
        return ServiceError(
            code: 429, status: "RESOURCE_EXHAUSTED",
            message: """
                You exceeded your current quota, please check your plan and billing details. For \
                more information on this error, head to: \
                https://ai.google.dev/gemini-api/docs/rate-limits. \n* Quota exceeded for metric: \
                \(metric), limit: \(limit), model: \(model)\(hint)
                """,
            details: [failure, help] + (retryDelay.map { [retryInfo($0)] } ?? []))
    }

    private static func retryInfo(_ delay: String) -> JSONValue {
        ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": .string(delay)]
    }
}
