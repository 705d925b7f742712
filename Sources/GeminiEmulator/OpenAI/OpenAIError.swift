import Foundation

/// An error in the shape that OpenAI uses.
struct OpenAIError: Error, Sendable {
    let status: Int
    var type = "invalid_request_error"
    var code: String?
    var parameter: String?
    let message: String
    /// In seconds, for the header `Retry-After`.
    var retryAfter: Int?

    var body: JSONValue {
        [
            "error": [
                "message": .string(message), "type": .string(type),
                "param": parameter.map(JSONValue.string) ?? .null,
                "code": code.map(JSONValue.string) ?? .null,
            ]
        ]
    }

    var reply: Reply { .json(body, status: status, retryAfter: retryAfter) }

    static func unknown(_ parameter: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "unknown_parameter", parameter: parameter,
            message: "Unknown parameter: '\(parameter)'.")
    }

    static func missing(_ parameter: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "missing_required_parameter", parameter: parameter,
            message: "Missing required parameter: '\(parameter)'.")
    }

    static func invalid(_ parameter: String, _ value: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "invalid_value", parameter: parameter,
            message: "Invalid value: '\(value.prefix(100))'.")
    }

    static func unknownModel(_ name: String) -> OpenAIError {
        OpenAIError(
            status: 404, code: "model_not_found",
            message: "The model '\(name)' does not exist or you do not have access to it.")
    }

    static let unreadablePicture = OpenAIError(
        status: 400, code: "invalid_image_file", parameter: "image",
        message: "Invalid image file or mode for image 1, please check your image file.")

    static let missingKey = OpenAIError(
        status: 401,
        message:
            "You didn't provide an API key. You need to provide your API key in an Authorization header."
    )

    static let invalidKey = OpenAIError(
        status: 401, code: "invalid_api_key", message: "Incorrect API key provided.")
}
