internal import Foundation

struct GeminiAnswer: ServiceAnswer {
    /// The whole body.
    let document: JSONValue
    let json: JSONValue
    let paid: PaidBody
    let key: APIKey?

    /// The provider's id is that of the body.
    init?(_ body: Data, to wanted: Wanted, requestID: String?, key: APIKey?) {
        guard let document = JSONValue(answer: body) else { return nil }
        self.document = document
        // Some gateways wrap the answer.
        json = document["candidates"] == nil ? document["response"] ?? document : document
        paid = PaidBody(body, receipt: Receipt(json, of: wanted))
        self.key = key
    }

    var candidate: JSONValue? { json["candidates"]?.elements.first }

    /// Why the model ended.
    var finishReason: String? { candidate?["finishReason"]?.string }

    /// Why JSON is not an answer of the service; nil for an answer.
    var foreignShape: String? {
        if json["candidates"] != nil || json["promptFeedback"] != nil { return nil }
        if let error = json["error"] {
            return errorInside(code: error["code"]?.count.map(String.init), error)
        }
        return "JSON without candidates\(json.fieldNames)"
    }

    /// An answer without what was requested.
    ///
    /// - Parameter written: What the model wrote; without it, the provider's own sentence is used.
    func nothing(
        _ kind: EmptyAnswer.Kind, reason: String?, written: String? = nil
    ) -> Answer {
        .nothing(EmptyAnswer(kind: kind, reason: reason, text: words(written), paid: paid))
    }

    /// The answer if the provider withheld the result or limits the account; nil otherwise.
    func withheld(written: String? = nil) -> Answer? {
        if let reason = json["promptFeedback"]?["blockReason"]?.string {
            return nothing(.blockedPrompt, reason: reason, written: written)
        }
        switch FinishReason(finishReason) {
        case .accountLimited:
            let message = ProviderMessage(text: words(written) ?? "", reason: finishReason)
            return .halt(Halt(reason: .accountLimited, message: message, paid: paid))
        case .blocked: return nothing(.blockedAnswer, reason: finishReason, written: written)
        case .stopped, .noImage, .cutOff, .other: return nil
        }
    }

    private func words(_ written: String?) -> String? {
        let words =
            written ?? candidate?["finishMessage"]?.string
            ?? json["promptFeedback"]?["blockReasonMessage"]?.string
        return words.map { String($0.prefix(ProviderMessage.longest)) }
    }
}

/// Why the model ended, as far as it matters here.
enum FinishReason {
    case stopped
    case blocked
    case noImage
    /// The token limit was reached.
    case cutOff
    case accountLimited
    /// A reason that is unknown, or says nothing about the result.
    case other

    init(_ word: String?) {
        self =
            switch word {
            case nil, "STOP", "FINISH_REASON_UNSPECIFIED": .stopped
            case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
                "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
                .blocked
            case "NO_IMAGE", "IMAGE_OTHER": .noImage
            case "MAX_TOKENS": .cutOff
            case "PUP_LIMITED_DISABLED": .accountLimited
            default: .other
            }
    }
}

extension Receipt {
    fileprivate init(_ json: JSONValue, of wanted: Wanted) {
        var usage = json["usageMetadata"].map(TokenUsage.init)
        // An answer in words has no picture tokens; in one with a picture, an unstated number stays unknown.
        if case .words = wanted, usage?.imageTokens == nil { usage?.imageTokens = 0 }
        self.init(
            modelAnswered: json["modelVersion"]?.string, responseID: json["responseId"]?.string,
            usage: usage)
    }
}

extension TokenUsage {
    fileprivate init(_ json: JSONValue) {
        let image = json["candidatesTokensDetails"]?.elements
            .filter { $0["modality"]?.string == "IMAGE" }
            .compactMap { $0["tokenCount"]?.count }
        self.init(
            prompt: json["promptTokenCount"]?.count ?? 0,
            candidates: json["candidatesTokenCount"]?.count ?? 0,
            thoughts: json["thoughtsTokenCount"]?.count ?? 0,
            total: json["totalTokenCount"]?.count ?? 0,
            imageTokens: image?.reduce(0, +))
    }
}
