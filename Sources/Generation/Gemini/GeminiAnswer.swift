internal import Foundation

/// Reads an answer that came with a status of 200.
enum GeminiAnswer {
    /// What the body says; every body gives an answer.
    static func read(_ body: Data) -> Answer {
        guard let json = JSONValue(body), case .object = json else {
            return .unreadable(UnreadableAnswer(kind: .malformedJSON, body: body, receipt: nil))
        }
        let receipt = Receipt(json)
        let parts = (json["candidates"]?.elements ?? []).flatMap {
            $0["content"]?["parts"]?.elements ?? []
        }
        let finalParts = parts.filter { $0["thought"]?.bool != true }
        // Thinking models send drafts before the picture that they mean.
        guard let blob = finalParts.compactMap({ $0["inlineData"] }).last(where: isPicture) else {
            return withoutPicture(json, finalParts, receipt)
        }
        guard let data = PictureBytes.decode(blob["data"]?.string ?? "") else {
            return .unreadable(
                UnreadableAnswer(kind: .malformedBase64, body: body, receipt: receipt))
        }
        guard let type = PictureBytes.mimeType(of: data, declared: blob["mimeType"]?.string) else {
            return .unreadable(UnreadableAnswer(kind: .notAPicture, body: body, receipt: receipt))
        }
        return .picture(
            GeneratedPicture(
                data: data, mimeType: type, text: text(of: finalParts), receipt: receipt))
    }

    private static func isPicture(_ blob: JSONValue) -> Bool {
        blob["mimeType"]?.string?.hasPrefix("image/") ?? true
    }

    private static func withoutPicture(
        _ json: JSONValue, _ parts: [JSONValue], _ receipt: Receipt
    ) -> Answer {
        let candidate = json["candidates"]?.elements.first
        let feedback = json["promptFeedback"]
        let written = text(of: parts)
        let text =
            written ?? candidate?["finishMessage"]?.string
            ?? feedback?["blockReasonMessage"]?.string
        if let reason = feedback?["blockReason"]?.string {
            return .noPicture(
                NoPicture(kind: .blockedPrompt, reason: reason, text: text, receipt: receipt))
        }
        let reason = candidate?["finishReason"]?.string
        let kind: NoPicture.Kind
        switch FinishReason(reason) {
        case .accountLimited:
            let message = ProviderMessage(text: text ?? "", reason: reason)
            return .halt(Halt(reason: .accountLimited, message: message, receipt: receipt))
        case .blocked: kind = .blockedPicture
        case .noImage: kind = .noImage
        case .stopped: kind = written == nil ? .empty : .textOnly
        case .other: kind = written == nil ? .noImage : .textOnly
        }
        return .noPicture(NoPicture(kind: kind, reason: reason, text: text, receipt: receipt))
    }

    private static func text(of parts: [JSONValue]) -> String? {
        let text = parts.compactMap { $0["text"]?.string }.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}

/// Why the model ended, as far as it matters here.
private enum FinishReason {
    case stopped
    case blocked
    case noImage
    case accountLimited
    /// A word that is not known, or says nothing about pictures.
    case other

    init(_ word: String?) {
        self =
            switch word {
            case nil, "STOP", "FINISH_REASON_UNSPECIFIED": .stopped
            case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
                "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
                .blocked
            case "NO_IMAGE", "IMAGE_OTHER": .noImage
            case "PUP_LIMITED_DISABLED": .accountLimited
            default: .other
            }
    }
}

extension Receipt {
    fileprivate init(_ json: JSONValue) {
        self.init(
            modelAnswered: json["modelVersion"]?.string, responseID: json["responseId"]?.string,
            usage: json["usageMetadata"].map(TokenUsage.init))
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
