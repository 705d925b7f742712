import Foundation

/// What is sent for an answer.
enum Reply: Sendable {
    /// Bytes with any status and these headers.
    case page(Data, status: Int, headers: [String: String])
    /// An endless body with status 200.
    case flood
    /// The head of a JSON answer, and part of the bytes that it announces.
    case cutOff(JSONValue, share: Double)
    /// The connection is closed without a byte.
    case closed
    /// Nothing, until the client disconnects.
    case silence

    /// JSON of a service, with a number of seconds for the header `Retry-After`.
    static func json(_ value: JSONValue, status: Int = 200, retryAfter: Int? = nil) -> Reply {
        var headers = ["Content-Type": jsonType]
        headers["Retry-After"] = retryAfter.map(String.init)
        return .page(value.encoded, status: status, headers: headers)
    }

    static let jsonType = "application/json; charset=UTF-8"

    /// The HTTP status that is sent; nil without one.
    var status: Int? {
        switch self {
        case .flood, .cutOff: 200
        case .page(_, let status, _): status
        case .closed, .silence: nil
        }
    }

    /// What the real service would bill: every 200, and nothing else.
    ///
    /// If a gateway gave up on the request, a network's page stands in place of the answer, or no status is sent, that is unknown.
    var charged: JSONValue {
        switch self {
        case .closed, .silence: "unknown"
        case .page(let body, let status, _) where status >= 499 && !Self.isJSON(body): "unknown"
        case .page(let body, 200, _) where body.first == UInt8(ascii: "<"): "unknown"
        case .flood, .cutOff, .page: .bool(status == 200)
        }
    }

    private static func isJSON(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil
    }
}

extension Reply {
    /// The reply of a rule that is the same for each service; nil for any other.
    ///
    /// - Parameter whole: The answer that the connection breaks off in.
    init?(_ rule: Rule, breaking whole: JSONValue) {
        switch rule.answer {
        case .hugeBody: self = .flood
        case .html: self = .page(Self.loginPage, status: 200, headers: Self.html)
        case .badGateway: self = .page(Self.gatewayPage, status: 502, headers: Self.html)
        case .custom:
            self = .page(rule.body ?? Data(), status: rule.status ?? 200, headers: rule.headers)
        case .hang: self = .silence
        case .dropBeforeHeaders: self = .closed
        case .dropAfterHeaders: self = .cutOff(whole, share: 0)
        case .dropMidBody: self = .cutOff(whole, share: 0.5)
        default: return nil
        }
    }

    private static let html = ["Content-Type": "text/html"]
    private static let loginPage = Data(
        "<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>".utf8)
    private static let gatewayPage = Data(
        "<html><head><title>502 Bad Gateway</title></head><body></body></html>".utf8)

    /// Gemini's reply that a rule demands.
    ///
    /// - Parameter picture: The picture to show; a grey PNG for answers that do not ``Answer/showsPhoto``.
    static func gemini(
        _ rule: Rule, to asked: Answering.Asked, picture: Data, body: AnswerBody
    ) -> Reply {
        let whole =
            asked.words.map { body.words($0.fitting(rule), most: $0.mostTokens) }
            ?? (asked.size == nil ? body.text : body.picture(picture))
        if let reply = Reply(rule, breaking: whole) { return reply }
        if let error = ServiceError.fault(rule, model: body.model.name) { return error.reply }
        let text = asked.words?.fitting(rule) ?? "{}"
        switch rule.answer {
        case .pictureJPEG: return .json(body.picture(asked.photo ?? SolidPicture.png))
        case .thinkingDrafts:
            return .json(
                asked.words == nil
                    ? body.pictureAfterDraft(picture, draft: asked.photo ?? SolidPicture.png)
                    : body.wordsAfterThought(text))
        case .blockedPrompt: return .json(body.blockedPrompt)
        case .blockedPicture: return .json(body.finished("IMAGE_SAFETY"))
        case .blockedWords: return .json(body.finished("SAFETY"))
        case .malformedWords: return .json(body.words(String(text.dropLast())))
        case .otherWords: return .json(body.words(asked.words?.other ?? "[]"))
        case .cutWords:
            return .json(body.words(String(text.prefix(text.count / 2)), finish: "MAX_TOKENS"))
        case .noImage: return .json(body.finished("NO_IMAGE"))
        case .textOnly: return .json(body.text)
        case .empty: return .json(body.empty)
        case .accountLimited: return .json(body.finished("PUP_LIMITED_DISABLED"))
        case .malformedJSON:
            return .page(
                Data(#"{"candidates":[{"content":{"parts":[{"#.utf8), status: 200,
                headers: ["Content-Type": jsonType])
        case .badBase64: return .json(body.picture(base64: "this is *not* base64!"))
        case .notAPicture: return .json(body.picture(Data("these bytes are not a picture".utf8)))
        case .errorInside: return .json(ServiceError.overloaded.body)
        case .otherShape:
            return .json([
                "predictions": [
                    [
                        "mimeType": "image/png",
                        "bytesBase64Encoded": .string(picture.base64EncodedString()),
                    ]
                ]
            ])
        default: return .json(whole)
        }
    }
}
