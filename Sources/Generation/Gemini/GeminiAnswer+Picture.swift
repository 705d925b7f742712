extension GeminiAnswer {
    /// The answer to a request for a picture.
    var picture: Answer {
        let blobs = document.finalBlobs
        if var picture = pictures(atMost: 1).first {
            if blobs.count > 1 { picture.body = paid.bytes }
            return .made(.picture(picture))
        }
        if let (kind, detail) = fault(blobs, finalParts) { return unreadable(kind, detail) }
        return withheld(written: written) ?? withoutPicture(written)
    }

    /// The pictures of the answer, in the order in which they are tried.
    ///
    /// They are recognised by their bytes, wherever the answer has them, because they are paid for. The last one comes
    /// first, since thinking models send drafts before the final picture.
    func pictures(atMost count: Int) -> [GeneratedPicture] {
        let text = written
        var pictures: [GeneratedPicture] = []
        for blob in document.finalBlobs.reversed() where pictures.count < count {
            guard let data = PictureBytes.decode(blob["data"]?.string ?? ""),
                let type = PictureBytes.mimeType(of: data, declared: blob["mimeType"]?.string)
            else { continue }
            pictures.append(
                GeneratedPicture(data: data, mimeType: type, text: text, receipt: receipt))
        }
        return pictures
    }

    private var finalParts: [JSONValue] {
        (json["candidates"]?.elements ?? [])
            .flatMap { $0["content"]?["parts"]?.elements ?? [] }
            .filter { $0["thought"]?.bool != true }
    }

    /// What the model wrote with its pictures.
    private var written: String? {
        let texts = finalParts.compactMap { $0["text"]?.string }.joined(separator: "\n")
        return texts.isEmpty ? nil : texts
    }

    /// Why JSON without a picture is not an answer; nil for an answer.
    private func fault(
        _ blobs: [JSONValue], _ parts: [JSONValue]
    ) -> (UnreadableAnswer.Kind, String)? {
        if let blob = blobs.last {
            return PictureBytes.decode(blob["data"]?.string ?? "") == nil
                ? (.malformedBase64, "base64 that does not decode")
                : (.notAPicture, "bytes that are not a picture")
        }
        if parts.contains(where: { $0["fileData"] != nil }) {
            return (.otherShape, "a picture's address in place of the picture")
        }
        return foreignShape
    }

    private func withoutPicture(_ written: String?) -> Answer {
        let kind: EmptyAnswer.Kind
        switch FinishReason(finishReason) {
        case .noImage: kind = .noImage
        case .stopped: kind = written == nil ? .empty : .textOnly
        case .blocked, .cutOff, .accountLimited, .other:
            kind = written == nil ? .noImage : .textOnly
        }
        return nothing(kind, reason: finishReason, written: written)
    }
}

extension JSONValue {
    /// Every `inlineData` at any depth that is not a draft; lists in their order, fields by name.
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
}
