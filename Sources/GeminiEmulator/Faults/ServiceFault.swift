/// The service's errors that a scenario can demand, in addition to those of the checks.
extension ServiceError {
    static let overloaded = ServiceError(
        code: 503, status: "UNAVAILABLE",
        message: "The model is overloaded. Please try again later.")

    /// The error that a rule demands; nil if it demands another answer.
    static func fault(_ rule: Rule, model: String) -> ServiceError? {
        switch rule.answer {
        case .quotaPerMinute:
            quotaExceeded(
                "GenerateRequestsPerMinutePerProjectPerModel-PaidTier1", limit: 10, model: model,
                retryDelay: rule.retryDelay ?? "34.074824224s")
        case .quotaPerDay:
            quotaExceeded(
                "GenerateRequestsPerDayPerProjectPerModel-FreeTier", limit: 20, model: model,
                retryDelay: rule.retryDelay ?? "31167s")
        case .quotaZero:
            quotaExceeded(
                "GenerateRequestsPerDayPerProjectPerModel-FreeTier", limit: 0, model: model,
                retryDelay: rule.retryDelay ?? "34.074824224s")
        // Without details, as Vertex AI sends it.
        case .quotaBare: quota([])
        // It says when to try again, but not which quota is used up.
        case .quotaHintOnly: quota([retryInfo(rule.retryDelay ?? "34s")])
        // Waiting does not cure it; the sentence is from public reports.
        case .quotaNoCredit:
            ServiceError(
                code: 429, status: "RESOURCE_EXHAUSTED",
                message: "Your prepayment credits are depleted. Please add credits to continue.")
        // The service does not want this picture, however often it is sent.
        case .invalidArgument: invalidArgument("Provided image is not valid.")
        case .badRequest: invalidArgument("Request contains an invalid argument.")
        case .failedPrecondition:
            ServiceError(
                code: 400, status: "FAILED_PRECONDITION",
                message: "User location is not supported for the API use.")
        case .keyInvalid: invalidKey
        case .unauthenticated:
            ServiceError(
                code: 401, status: "UNAUTHENTICATED",
                message: "Request had invalid authentication credentials.")
        case .permissionDenied:
            ServiceError(
                code: 403, status: "PERMISSION_DENIED",
                message: "Your API key was reported as leaked. Please use another API key.")
        case .notFound: unknownModel(model)
        case .internalError:
            ServiceError(
                code: 500, status: "INTERNAL",
                message: "An internal error has occurred. Please retry.")
        case .overloaded: overloaded
        case .overloadedWithHint:
            ServiceError(
                code: 503, status: "UNAVAILABLE", message: overloaded.message, retryAfter: 3600)
        case .deadlineExceeded:
            ServiceError(
                code: 504, status: "DEADLINE_EXCEEDED",
                message: "Deadline expired before operation could complete.")
        default: nil
        }
    }

    /// A 429 that does not name the quota.
    private static func quota(_ details: [JSONValue]) -> ServiceError {
        ServiceError(
            code: 429, status: "RESOURCE_EXHAUSTED",
            message: "Resource exhausted. Please try again later.", details: details)
    }

    /// A 429 that names the quota.
    ///
    /// - Parameter limit: The quota's value; 0 means that it never allows a request.
    private static func quotaExceeded(
        _ quota: String, limit: Int, model: String, retryDelay: String
    ) -> ServiceError {
        let failure: JSONValue = [
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            // int64 is a string in proto3 JSON.
            "violations": [["quotaId": .string(quota), "quotaValue": .string("\(limit)")]],
        ]
        return ServiceError(
            code: 429, status: "RESOURCE_EXHAUSTED",
            message: """
                You exceeded your current quota, please check your plan and billing details.
                * Quota exceeded for metric: generate_content_requests, limit: \(limit), model: \(model)
                Please retry in \(retryDelay).
                """,
            details: [failure, retryInfo(retryDelay)])
    }

    private static func retryInfo(_ delay: String) -> JSONValue {
        ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": .string(delay)]
    }
}
