/// An error in the shape that all Google services use.
struct ServiceError: Error, Sendable {
    let code: Int
    /// The canonical name of the status, such as `INVALID_ARGUMENT`.
    let status: String
    let message: String
    var details: [JSONValue] = []
    /// In seconds, for the header `Retry-After`.
    var retryAfter: Int?

    var reply: Reply { .json(body, status: code, retryAfter: retryAfter) }

    var body: JSONValue {
        var error: [String: JSONValue] = [
            "code": .number(Double(code)), "message": .string(message), "status": .string(status),
        ]
        if !details.isEmpty { error["details"] = .array(details) }
        return ["error": .object(error)]
    }

    static func invalidArgument(_ message: String, details: [JSONValue] = []) -> ServiceError {
        ServiceError(code: 400, status: "INVALID_ARGUMENT", message: message, details: details)
    }

    static func badRequest(_ violations: [FieldViolation]) -> ServiceError {
        let entries: [JSONValue] = violations.map { violation in
            violation.field.isEmpty
                ? ["description": .string(violation.description)]
                : [
                    "field": .string(violation.field),
                    "description": .string(violation.description),
                ]
        }
        return .invalidArgument(
            violations.map(\.description).joined(separator: "\n"),
            details: [
                [
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": .array(entries),
                ]
            ])
    }

    /// 501 for a part of the service that the emulator does not have.
    static func notServed(_ method: String, _ path: String) -> ServiceError {
        ServiceError(
            code: 501, status: "UNIMPLEMENTED",
            message: "gemini-emulator does not serve \(method) \(path.prefix(200)).")
    }

    static let noJSON = ServiceError.invalidArgument("JSON mode is not enabled for this model")

    static let noPictures = ServiceError.invalidArgument(
        "The requested combination of response modalities is not supported by the model.")

    static func unknownModel(_ model: String) -> ServiceError {
        ServiceError(
            code: 404, status: "NOT_FOUND",
            message: "models/\(model) is not found for API version v1beta.")
    }

    static let unreadablePicture = ServiceError.invalidArgument(
        "Unable to process input image. Please retry.")

    static let invalidKey = ServiceError.invalidArgument(
        "API key not valid. Please pass a valid API key.",
        details: [
            ["@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"]
        ])

    static let missingKey = ServiceError(
        code: 403, status: "PERMISSION_DENIED",
        message: "Method doesn't allow unregistered callers. Please use API Key.")
}
