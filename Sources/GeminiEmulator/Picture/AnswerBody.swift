import Foundation

/// The bodies of the service's answers with status 200, field for field.
struct AnswerBody: Sendable {
    let model: EmulatedModel
    /// Never the same twice.
    let responseID: String

    /// Tokens that the service counts for a prompt of ours and one photo, as recorded from it.
    private let promptTokens = 541

    /// A picture after a sentence.
    func picture(_ data: String, type: String = "image/png") -> JSONValue {
        answer(
            parts: [
                ["text": "Here is the professional headshot."], image(data, type: type),
            ], tokens: model.tokensPerPicture)
    }

    /// A thought, a draft that is not the result, and the result last.
    func pictureAfterDraft(_ data: String, draft: String) -> JSONValue {
        answer(
            parts: [
                ["thought": true, "text": "Composing the portrait..."],
                [
                    "thought": true,
                    "inlineData": ["mimeType": "image/jpeg", "data": .string(draft)],
                ],
                [
                    "inlineData": ["mimeType": "image/png", "data": .string(data)],
                    "thoughtSignature": "c2ln",
                ],
            ], tokens: model.tokensPerPicture)
    }

    /// Only words.
    func text() -> JSONValue {
        answer(
            parts: [
                [
                    "text":
                        "I can help with that! Could you upload a clearer photo of the person's face?"
                ]
            ], tokens: nil)
    }

    /// A candidate that ended normally with nothing in it.
    func empty() -> JSONValue {
        body(["candidates": [["content": ["role": "model"], "finishReason": "STOP", "index": 0]]])
    }

    /// A prompt that was refused before the model saw it.
    func blockedPrompt() -> JSONValue {
        body(["promptFeedback": ["blockReason": "PROHIBITED_CONTENT"]])
    }

    /// A picture that was made and withheld.
    func blockedPicture() -> JSONValue {
        body([
            "candidates": [
                [
                    "content": [:], "finishReason": "IMAGE_SAFETY",
                    "finishMessage": "Unable to show the generated image.", "index": 0,
                ]
            ]
        ])
    }

    /// A candidate without content, for a reason only.
    func finished(_ reason: String) -> JSONValue {
        body(["candidates": [["finishReason": .string(reason), "index": 0]]])
    }

    private func image(_ data: String, type: String) -> JSONValue {
        ["inlineData": ["mimeType": .string(type), "data": .string(data)]]
    }

    private func answer(parts: [JSONValue], tokens: Int?) -> JSONValue {
        let candidate: JSONValue = [
            "content": ["parts": .array(parts), "role": "model"], "finishReason": "STOP",
            "index": 0,
        ]
        return body(["candidates": [candidate]], pictureTokens: tokens)
    }

    private func body(
        _ members: [String: JSONValue], pictureTokens: Int? = nil
    ) -> JSONValue {
        var usage: [String: JSONValue] = [
            "promptTokenCount": .number(Double(promptTokens)),
            "totalTokenCount": .number(Double(promptTokens)),
            "promptTokensDetails": [
                ["modality": "TEXT", "tokenCount": 283], ["modality": "IMAGE", "tokenCount": 258],
            ],
        ]
        if let pictureTokens {
            // The sentence before the picture counts 7.
            usage["candidatesTokenCount"] = .number(Double(pictureTokens + 7))
            usage["totalTokenCount"] = .number(Double(promptTokens + pictureTokens + 7))
            usage["candidatesTokensDetails"] = [
                ["modality": "IMAGE", "tokenCount": .number(Double(pictureTokens))]
            ]
        }
        var body = members
        body["usageMetadata"] = .object(usage)
        body["modelVersion"] = .string(model.name)
        body["responseId"] = .string(responseID)
        return .object(body)
    }
}
