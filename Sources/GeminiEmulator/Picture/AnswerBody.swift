import Foundation

/// The bodies of the service's answers with status 200, field for field.
struct AnswerBody: Sendable {
    let model: EmulatedModel
    /// Unique for each answer.
    let responseID: String
    let hasPhoto: Bool

    /// The tokens that the service counts for a prompt of this project and for a photo, as recorded from it.
    private var promptTokens: Int { 283 + (hasPhoto ? 258 : 0) }

    /// A sentence, then a picture.
    func picture(_ bytes: Data) -> JSONValue {
        picture(
            base64: bytes.base64EncodedString(),
            type: bytes.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png")
    }

    /// The same with any text in the picture's place.
    func picture(base64: String, type: String = "image/png") -> JSONValue {
        answer(
            parts: [
                ["text": "Here is the professional headshot."],
                ["inlineData": ["mimeType": .string(type), "data": .string(base64)]],
            ], pictureTokens: model.tokensPerPicture)
    }

    /// A thought, a draft, and the result last.
    func pictureAfterDraft(_ bytes: Data, draft: Data) -> JSONValue {
        answer(
            parts: [
                ["thought": true, "text": "Composing the portrait..."],
                [
                    "thought": true,
                    "inlineData": [
                        "mimeType": "image/jpeg", "data": .string(draft.base64EncodedString()),
                    ],
                ],
                [
                    "inlineData": [
                        "mimeType": "image/png", "data": .string(bytes.base64EncodedString()),
                    ],
                    "thoughtSignature": "c2ln",
                ],
            ], pictureTokens: model.tokensPerPicture)
    }

    var text: JSONValue {
        answer(parts: [["text": "I can help with that! Could you upload a clearer photo?"]])
    }

    /// Words, cut off if they exceed the token limit.
    func words(_ text: String, most: Int? = nil, finish: String = "STOP") -> JSONValue {
        let kept = most.map { String(text.prefix($0 * charactersPerToken)) } ?? text
        return answer(
            parts: [["text": .string(kept)]], finish: kept == text ? finish : "MAX_TOKENS",
            tokens: tokens(in: kept))
    }

    /// A thought, then words in two parts.
    func wordsAfterThought(_ text: String) -> JSONValue {
        let half = text.index(text.startIndex, offsetBy: text.count / 2)
        return answer(
            parts: [
                ["thought": true, "text": "Choosing words..."],
                ["text": .string(String(text[..<half]))],
                ["text": .string(String(text[half...])), "thoughtSignature": "c2ln"],
            ], tokens: tokens(in: text), thoughts: 30)
    }

    /// A candidate that ended normally but is empty.
    var empty: JSONValue {
        body(["candidates": [["content": ["role": "model"], "finishReason": "STOP", "index": 0]]])
    }

    /// A prompt that was refused before the model saw it.
    var blockedPrompt: JSONValue {
        body(["promptFeedback": ["blockReason": "PROHIBITED_CONTENT"]])
    }

    func finished(_ reason: String) -> JSONValue {
        body(["candidates": [["finishReason": .string(reason), "index": 0]]])
    }

    /// A rule of thumb, since there is no tokenizer.
    private let charactersPerToken = 4

    private func tokens(in text: String) -> Int {
        (text.count + charactersPerToken - 1) / charactersPerToken
    }

    /// - Parameters:
    ///   - pictureTokens: Those of the picture; the sentence before it is added.
    ///   - tokens: Those of an answer without a picture.
    private func answer(
        parts: [JSONValue], finish: String = "STOP", pictureTokens: Int? = nil, tokens: Int? = nil,
        thoughts: Int = 0
    ) -> JSONValue {
        let candidate: JSONValue = [
            "content": ["parts": .array(parts), "role": "model"], "finishReason": .string(finish),
            "index": 0,
        ]
        return body(
            ["candidates": [candidate]], pictureTokens: pictureTokens, tokens: tokens,
            thoughts: thoughts)
    }

    private func body(
        _ members: [String: JSONValue], pictureTokens: Int? = nil, tokens: Int? = nil,
        thoughts: Int = 0
    ) -> JSONValue {
        var usage: [String: JSONValue] = [
            "promptTokenCount": .number(Double(promptTokens)),
            "totalTokenCount": .number(Double(promptTokens)),
            "promptTokensDetails": .array(
                [["modality": "TEXT", "tokenCount": 283]]
                    + (hasPhoto ? [["modality": "IMAGE", "tokenCount": 258]] : [])),
        ]
        if let pictureTokens {
            // The sentence before the picture counts 7.
            usage["candidatesTokenCount"] = .number(Double(pictureTokens + 7))
            usage["totalTokenCount"] = .number(Double(promptTokens + pictureTokens + 7))
            usage["candidatesTokensDetails"] = [
                ["modality": "IMAGE", "tokenCount": .number(Double(pictureTokens))]
            ]
        }
        if let tokens {
            usage["candidatesTokenCount"] = .number(Double(tokens))
            usage["totalTokenCount"] = .number(Double(promptTokens + tokens + thoughts))
        }
        if thoughts > 0 { usage["thoughtsTokenCount"] = .number(Double(thoughts)) }
        var body = members
        body["usageMetadata"] = .object(usage)
        body["modelVersion"] = .string(model.name)
        body["responseId"] = .string(responseID)
        return .object(body)
    }
}
