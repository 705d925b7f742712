import Foundation

/// An error in the shape that OpenAI uses.
struct OpenAIError: Error, Sendable {
    /// The HTTP status.
    let status: Int
    var type = "invalid_request_error"
    var code: String?
    var parameter: String?
    let message: String
    /// In seconds, for the header `Retry-After`.
    var retryAfter: Int?

    /// The body of the answer.
    var body: JSONValue {
        [
            "error": [
                "message": .string(message), "type": .string(type),
                "param": parameter.map(JSONValue.string) ?? .null,
                "code": code.map(JSONValue.string) ?? .null,
            ]
        ]
    }

    /// The reply with this error.
    var reply: Reply { .json(body, status: status, retryAfter: retryAfter) }

    /// 400 for a field that the endpoint does not have.
    static func unknown(_ parameter: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "unknown_parameter", parameter: parameter,
            message: "Unknown parameter: '\(parameter)'.")
    }

    /// 400 for a field without which the endpoint does nothing.
    static func missing(_ parameter: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "missing_required_parameter", parameter: parameter,
            message: "Missing required parameter: '\(parameter)'.")
    }

    /// 400 for a field whose value is refused.
    static func invalid(_ parameter: String, _ value: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "invalid_value", parameter: parameter,
            message: "Invalid value: '\(value.prefix(100))'.")
    }

    /// 404 for a model that the service does not have.
    static func unknownModel(_ name: String) -> OpenAIError {
        OpenAIError(
            status: 404, code: "model_not_found",
            message: "The model '\(name)' does not exist or you do not have access to it.")
    }

    /// 400 for a photo that cannot be decoded.
    static let unreadablePicture = OpenAIError(
        status: 400, code: "invalid_image_file", parameter: "image",
        message: "Invalid image file or mode for image 1, please check your image file.")

    /// 401 for a request without any key.
    static let missingKey = OpenAIError(
        status: 401,
        message:
            "You didn't provide an API key. You need to provide your API key in an Authorization header."
    )

    /// 401 for a wrong key.
    static let invalidKey = OpenAIError(
        status: 401, code: "invalid_api_key", message: "Incorrect API key provided.")
}
