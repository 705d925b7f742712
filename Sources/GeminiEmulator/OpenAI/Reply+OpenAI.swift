import Foundation

extension Reply {
    /// OpenAI's reply that a rule demands.
    ///
    /// - Parameters:
    ///   - words: The words that are wanted; nil for text.
    ///   - picture: The picture to show; nil where words are wanted.
    ///   - photo: The photo that was sent.
    static func openAI(
        _ rule: Rule, _ words: WantedWords?, picture: Data?, photo: Data?, body: OpenAIBody
    ) -> Reply {
        let seconds = rule.retryDelay.flatMap { Int($0.prefix { $0.isNumber }) }
        let fault = OpenAIError.fault(
            rule.answer, model: body.model, seconds: seconds, wantsPicture: picture != nil)
        if let fault { return fault.reply }
        let text = words?.fitting(rule) ?? chat
        let whole = picture.map(body.picture) ?? body.words(text, most: words?.mostTokens)
        switch rule.answer {
        case .pictureJPEG where picture != nil:
            return .json(body.picture(photo ?? SolidPicture.png))
        case .thinkingDrafts where picture == nil:
            return .json(body.wordsAfterThought(text))
        case .malformedJSON: return .raw(Data(#"{"data":[{"b64_json":""#.utf8))
        case .hugeBody: return .flood
        case .html, .badGateway: return gateway(rule.answer)
        case .errorInside:
            return .json(
                OpenAIError(status: 200, type: "server_error", message: "The server had an error.")
                    .body)
        case .otherShape: return .json(["images": [["url": "https://example.com"]]])
        case .custom:
            return .page(rule.body ?? Data(), status: rule.status ?? 200, headers: rule.headers)
        case .hang: return .silence
        case .dropBeforeHeaders: return .closed
        case .dropAfterHeaders: return .cutOff(whole, share: 0)
        case .dropMidBody: return .cutOff(whole, share: 0.5)
        default:
            let odd =
                picture == nil
                ? oddWords(rule.answer, text, words, body) : oddPicture(rule.answer, body)
            return .json(odd ?? whole)
        }
    }

    private static func oddPicture(_ answer: Answer, _ body: OpenAIBody) -> JSONValue? {
        switch answer {
        case .noImage, .textOnly: body.pictures([["revised_prompt": "A headshot."]])
        case .empty: body.pictures([])
        case .badBase64: body.pictures([["b64_json": "this is *not* base64!"]])
        case .notAPicture: body.picture(Data("these bytes are no picture".utf8))
        default: nil
        }
    }

    private static func oddWords(
        _ answer: Answer, _ text: String, _ words: WantedWords?, _ body: OpenAIBody
    ) -> JSONValue? {
        switch answer {
        case .blockedPrompt, .blockedPicture, .blockedWords: body.refusal
        case .textOnly: body.words(chat)
        case .empty: body.message([])
        case .malformedWords: body.words(String(text.dropLast()))
        case .otherWords: body.words(words?.other ?? "[]")
        case .cutWords: body.words(text, most: text.count / 8)
        default: nil
        }
    }

    private static let chat = "I can help with that! Could you upload a clearer photo?"
}
