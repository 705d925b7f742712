import Foundation

/// What is sent for an answer.
enum Reply: Sendable {
    case json(JSONValue)
    case error(ServiceError)
    /// Bytes with status 200, declared as JSON.
    case raw(Data)
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

    /// The HTTP status that is sent; nil without one.
    var status: Int? {
        switch self {
        case .json, .raw, .flood, .cutOff: 200
        case .error(let error): error.code
        case .page(_, let status, _): status
        case .closed, .silence: nil
        }
    }

    /// What the real service would bill: every 200, and nothing else.
    ///
    /// If a gateway gave up on the request, the outcome is unknown.
    var charged: Charged {
        switch self {
        case .closed, .silence: .unknown
        case .page(let body, let status, _) where status >= 499 && !Self.isJSON(body): .unknown
        case .json, .raw, .flood, .cutOff, .error, .page: status == 200 ? .yes : .no
        }
    }
}

extension Reply {
    /// The reply that a rule demands.
    ///
    /// - Parameter picture: The picture to show; a grey PNG for answers that do not ``Answer/showsPhoto``.
    init(_ rule: Rule, to request: GenerateRequest, picture: Data, body: AnswerBody) {
        let photo = (request.photo ?? SolidPicture.png).base64EncodedString()
        let png = picture.base64EncodedString()
        let type = picture.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"
        let model = request.model.name
        let wanted = request.words
        let words = wanted.map { body.words($0.fitting(rule), most: $0.mostTokens) }
        let text = wanted?.fitting(rule) ?? "{}"
        switch rule.answer {
        case .ok, .slow, .hold:
            self = .json(
                words ?? (request.wantsPicture ? body.picture(png, type: type) : body.text()))
        case .instant: self = .json(words ?? body.picture(png, type: type))
        case .pictureJPEG: self = .json(body.picture(photo, type: "image/jpeg"))
        case .thinkingDrafts:
            self = .json(
                wanted.map { body.wordsAfterThought($0.fitting(rule)) }
                    ?? body.pictureAfterDraft(png, draft: photo))
        case .blockedPrompt: self = .json(body.blockedPrompt())
        case .blockedPicture: self = .json(body.blockedPicture())
        case .blockedWords: self = .json(body.finished("SAFETY"))
        case .malformedWords: self = .json(body.words(String(text.dropLast())))
        case .otherWords: self = .json(body.words(wanted?.other ?? "[]"))
        case .cutWords:
            self = .json(
                body.words(String(text.prefix(text.count / 2)), finish: "MAX_TOKENS"))
        case .noImage: self = .json(body.finished("NO_IMAGE"))
        case .textOnly: self = .json(body.text())
        case .empty: self = .json(body.empty())
        case .accountLimited: self = .json(body.finished("PUP_LIMITED_DISABLED"))
        case .malformedJSON: self = .raw(Data(#"{"candidates":[{"content":{"parts":[{"#.utf8))
        case .badBase64: self = .json(body.picture("this is *not* base64!"))
        case .notAPicture:
            self = .json(
                body.picture(Data("these bytes are no picture".utf8).base64EncodedString()))
        case .hugeBody: self = .flood
        case .html: self = Self.gateway(.html)
        case .errorInside: self = .json(ServiceError.overloaded.body)
        case .otherShape:
            self = .json([
                "predictions": [["mimeType": "image/png", "bytesBase64Encoded": .string(png)]]
            ])
        case .quotaPerMinute:
            self = .error(
                .quotaExceeded(
                    "GenerateRequestsPerMinutePerProjectPerModel-PaidTier1", tier: "paid",
                    limit: 10, model: model, retryDelay: rule.retryDelay ?? "34.074824224s"))
        case .quotaPerDay:
            self = .error(
                .quotaExceeded(
                    "GenerateRequestsPerDayPerProjectPerModel-FreeTier", tier: "free", limit: 20,
                    model: model, retryDelay: rule.retryDelay ?? "31167s"))
        case .quotaZero:
            self = .error(
                .quotaExceeded(
                    "GenerateRequestsPerDayPerProjectPerModel-FreeTier", tier: "free", limit: 0,
                    model: model, retryDelay: rule.retryDelay ?? "34.074824224s"))
        case .quotaBare: self = .error(.quotaBare)
        case .quotaHintOnly: self = .error(.quotaHintOnly(retryDelay: rule.retryDelay ?? "34s"))
        case .quotaNoCredit: self = .error(.noCredit)
        case .invalidArgument: self = .error(.invalidPicture)
        case .badRequest:
            self = .error(.invalidArgument("Request contains an invalid argument."))
        case .failedPrecondition: self = .error(.failedPrecondition)
        case .keyInvalid: self = .error(.invalidKey)
        case .unauthenticated: self = .error(.unauthenticated)
        case .permissionDenied: self = .error(.permissionDenied)
        case .notFound: self = .error(.unknownModel(model, version: "v1beta"))
        case .internalError: self = .error(.internalError)
        case .overloaded: self = .error(.overloaded)
        case .overloadedWithHint:
            let body = (try? ServiceError.overloaded.body.encoded()) ?? Data()
            self = .page(body, status: 503, headers: ["Retry-After": "3600"])
        case .deadlineExceeded: self = .error(.deadlineExceeded)
        case .badGateway: self = Self.gateway(.badGateway)
        case .custom:
            self = .page(rule.body ?? Data(), status: rule.status ?? 200, headers: rule.headers)
        case .hang: self = .silence
        case .dropBeforeHeaders: self = .closed
        case .dropAfterHeaders: self = .cutOff(words ?? body.picture(png), share: 0)
        case .dropMidBody: self = .cutOff(words ?? body.picture(png), share: 0.5)
        }
    }

    /// A page of something between client and service: a login page, or a gateway's error.
    static func gateway(_ answer: Answer) -> Reply {
        answer == .html
            ? .page(loginPage, status: 200, headers: html)
            : .page(gatewayPage, status: 502, headers: html)
    }

    private static func isJSON(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil
    }

    private static let html = ["Content-Type": "text/html"]
    private static let loginPage = Data(
        "<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>".utf8)
    private static let gatewayPage = Data(
        "<html><head><title>502 Bad Gateway</title></head><body></body></html>".utf8)
}
