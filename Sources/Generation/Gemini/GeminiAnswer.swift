internal import Foundation

/// Reads an answer that came with a status of 200.
enum GeminiAnswer {
    /// What the body says; every body gives an answer.
    ///
    /// A picture is one by its bytes, wherever the answer has it: it is paid for.
    static func read(_ body: Data, key: APIKey) -> Answer {
        guard let document = JSONValue(body) ?? JSONValue(repairing: body) else {
            let detail = ForeignBody.description(of: body, key: key)
            return .unreadable(
                UnreadableAnswer(
                    kind: .malformedJSON, detail: detail, paid: PaidBody(body, receipt: nil)))
        }
        // Gateways were seen to wrap the answer.
        let json = document["candidates"] == nil ? document["response"] ?? document : document
        let receipt = Receipt(json)
        let parts = (json["candidates"]?.elements ?? []).flatMap {
            $0["content"]?["parts"]?.elements ?? []
        }
        let finalParts = parts.filter { $0["thought"]?.bool != true }
        let blobs = document.finalBlobs
        // Thinking models send drafts before the picture that they mean.
        for blob in blobs.reversed() {
            guard let data = PictureBytes.decode(blob["data"]?.string ?? ""),
                let type = PictureBytes.mimeType(of: data, declared: blob["mimeType"]?.string)
            else { continue }
            return .made(
                .picture(
                    GeneratedPicture(
                        data: data, mimeType: type, text: text(of: finalParts), receipt: receipt)))
        }
        let paid = PaidBody(body, receipt: receipt)
        let fault = fault(in: json, blobs, finalParts, key)
        return fault.map { kind, detail in
            .unreadable(UnreadableAnswer(kind: kind, detail: detail, paid: paid))
        } ?? withoutPicture(json, finalParts, paid)
    }

    /// What keeps JSON without a picture from being an answer; nil for an answer.
    private static func fault(
        in json: JSONValue, _ blobs: [JSONValue], _ parts: [JSONValue], _ key: APIKey
    ) -> (UnreadableAnswer.Kind, String)? {
        if let blob = blobs.last {
            return PictureBytes.decode(blob["data"]?.string ?? "") == nil
                ? (.malformedBase64, "base64 that does not decode")
                : (.notAPicture, "bytes that are no picture")
        }
        if parts.contains(where: { $0["fileData"] != nil }) {
            return (.otherShape, "a picture's address in place of the picture")
        }
        if json["candidates"] != nil || json["promptFeedback"] != nil { return nil }
        if let error = json["error"] {
            let words = [error["code"]?.count.map(String.init), error["message"]?.string]
                .compactMap { $0 }.joined(separator: " ")
            let text = key.redacted(from: words).prefix(ProviderMessage.longest)
            return (.errorInside, "an error in place of an answer: \(text)")
        }
        return (.otherShape, "JSON without candidates\(json.fieldNames)")
    }

    private static func withoutPicture(
        _ json: JSONValue, _ parts: [JSONValue], _ paid: PaidBody
    ) -> Answer {
        let candidate = json["candidates"]?.elements.first
        let feedback = json["promptFeedback"]
        let written = text(of: parts)
        let words =
            written ?? candidate?["finishMessage"]?.string
            ?? feedback?["blockReasonMessage"]?.string
        let text = words.map { String($0.prefix(ProviderMessage.longest)) }
        if let reason = feedback?["blockReason"]?.string {
            return .nothing(
                NothingMade(kind: .blockedPrompt, reason: reason, text: text, paid: paid))
        }
        let reason = candidate?["finishReason"]?.string
        let kind: NothingMade.Kind
        switch FinishReason(reason) {
        case .accountLimited:
            let message = ProviderMessage(text: text ?? "", reason: reason)
            return .halt(Halt(reason: .accountLimited, message: message, paid: paid))
        case .blocked: kind = .blockedAnswer
        case .noImage: kind = .noImage
        case .stopped: kind = written == nil ? .empty : .textOnly
        case .other: kind = written == nil ? .noImage : .textOnly
        }
        return .nothing(NothingMade(kind: kind, reason: reason, text: text, paid: paid))
    }

    private static func text(of parts: [JSONValue]) -> String? {
        let text = parts.compactMap { $0["text"]?.string }.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}

extension JSONValue {
    /// Every `inlineData` at any depth that is no draft; lists in their order, fields by their names.
    fileprivate var finalBlobs: [JSONValue] {
        switch self {
        case .array(let elements): elements.flatMap(\.finalBlobs)
        case .object(let fields) where self["thought"]?.bool != true:
            fields.sorted { $0.key < $1.key }.flatMap { key, value in
                ["inlineData", "inline_data"].contains(key) ? [value] : value.finalBlobs
            }
        case .object, .string, .number, .bool, .null: []
        }
    }

    /// The first names of an object's fields, to tell one shape from another.
    fileprivate var fieldNames: String {
        guard case .object(let fields) = self, !fields.isEmpty else { return "" }
        return ": \(fields.keys.sorted().prefix(5).map { $0.prefix(40) }.joined(separator: ", "))"
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
