import Foundation

extension Reply {
    static func openAI(
        _ rule: Rule, to asked: Answering.Asked, picture: Data, body: OpenAIBody
    ) -> Reply {
        let wantsPicture = asked.size != nil
        let seconds = rule.retryDelay.flatMap { Int($0.prefix { $0.isNumber }) }
        let fault = OpenAIError.fault(
            rule.answer, model: body.model, seconds: seconds, wantsPicture: wantsPicture)
        if let fault { return fault.reply }
        let text = asked.words?.fitting(rule) ?? chat
        let whole =
            wantsPicture ? body.picture(picture) : body.words(text, most: asked.words?.mostTokens)
        if let reply = Reply(rule, breaking: whole) { return reply }
        switch rule.answer {
        case .pictureJPEG where wantsPicture:
            return .json(body.picture(asked.photo ?? SolidPicture.png))
        case .thinkingDrafts where !wantsPicture: return .json(body.wordsAfterThought(text))
        case .malformedJSON:
            return .page(
                Data(#"{"data":[{"b64_json":""#.utf8), status: 200,
                headers: ["Content-Type": jsonType])
        case .errorInside:
            return .json(
                OpenAIError(status: 200, type: "server_error", message: "The server had an error.")
                    .body)
        case .otherShape: return .json(["images": [["url": "https://example.com"]]])
        default:
            let odd =
                wantsPicture
                ? oddPicture(rule.answer, body) : oddWords(rule.answer, text, asked.words, body)
            return .json(odd ?? whole)
        }
    }

    private static func oddPicture(_ answer: Answer, _ body: OpenAIBody) -> JSONValue? {
        switch answer {
        case .noImage, .textOnly: body.pictures([["revised_prompt": "A headshot."]])
        case .empty: body.pictures([])
        case .badBase64: body.pictures([["b64_json": "this is *not* base64!"]])
        case .notAPicture: body.picture(Data("these bytes are not a picture".utf8))
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
