import Foundation

/// The bodies of OpenAI's answers with status 200, field for field.
struct OpenAIBody: Sendable {
    let model: String
    /// Unique for each answer.
    let responseID: String

    /// An answer of the Image API with these entries.
    func pictures(_ data: [JSONValue], isJPEG: Bool = false) -> JSONValue {
        [
            "created": 1_790_000_000, "background": "opaque", "quality": "medium",
            "output_format": isJPEG ? "jpeg" : "png", "data": .array(data),
            // As the service counts a prompt of this project, a photo, and a picture of two megapixels.
            "usage": [
                "input_tokens": 530, "output_tokens": 1584, "total_tokens": 2114,
                "input_tokens_details": ["text_tokens": 207, "image_tokens": 323],
                "output_tokens_details": ["text_tokens": 0, "image_tokens": 1584],
            ],
        ]
    }

    func picture(_ bytes: Data) -> JSONValue {
        pictures(
            [["b64_json": .string(bytes.base64EncodedString())]],
            isJPEG: bytes.starts(with: [0xFF, 0xD8]))
    }

    /// An answer of the Responses API with words, cut off if they exceed the token limit.
    func words(_ text: String, most: Int? = nil) -> JSONValue {
        let kept = most.map { String(text.prefix($0 * Self.charactersPerToken)) } ?? text
        return message(
            [Self.text(kept)], incomplete: kept == text ? nil : "max_output_tokens",
            tokens: (kept.count + Self.charactersPerToken - 1) / Self.charactersPerToken)
    }

    /// Words in two parts, after thinking.
    func wordsAfterThought(_ text: String) -> JSONValue {
        let half = text.index(text.startIndex, offsetBy: text.count / 2)
        return message(
            [Self.text(String(text[..<half])), Self.text(String(text[half...]))],
            tokens: text.count / Self.charactersPerToken + 30, thoughts: 30)
    }

    var refusal: JSONValue {
        message([["type": "refusal", "refusal": "I'm sorry, I cannot assist with that request."]])
    }

    /// An answer of the Responses API.
    ///
    /// - Parameter incomplete: Why the answer is not whole; nil if it is.
    func message(
        _ content: [JSONValue], incomplete: String? = nil, tokens: Int = 9, thoughts: Int = 0
    ) -> JSONValue {
        let message: JSONValue = [
            "type": "message", "id": .string("msg_\(responseID)"), "role": "assistant",
            "status": incomplete == nil ? "completed" : "incomplete", "content": .array(content),
        ]
        let thought: JSONValue = [
            "type": "reasoning", "id": .string("rs_\(responseID)"), "summary": [],
        ]
        return [
            "id": .string("resp_\(responseID)"), "object": "response", "created_at": 1_790_000_000,
            "status": incomplete == nil ? "completed" : "incomplete", "error": .null,
            "incomplete_details": incomplete.map { ["reason": .string($0)] } ?? .null,
            "model": .string("\(model)-2026-06-01"), "store": false, "parallel_tool_calls": true,
            "tool_choice": "auto", "tools": [],
            "output": .array((thoughts > 0 ? [thought] : []) + (content.isEmpty ? [] : [message])),
            "usage": [
                "input_tokens": 90, "input_tokens_details": ["cached_tokens": 0],
                "output_tokens": .number(Double(tokens)),
                "output_tokens_details": ["reasoning_tokens": .number(Double(thoughts))],
                "total_tokens": .number(Double(90 + tokens)),
            ],
        ]
    }

    /// A rule of thumb, since there is no tokenizer.
    private static let charactersPerToken = 4

    private static func text(_ text: String) -> JSONValue {
        ["type": "output_text", "text": .string(text), "annotations": []]
    }
}
