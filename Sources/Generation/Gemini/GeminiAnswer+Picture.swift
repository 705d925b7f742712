extension GeminiAnswer {
    var picture: Answer {
        let blobs = document.blobs(ofDrafts: false)
        let withheld = withheld(written: written)
        // If the provider withheld the result, its drafts are not used either.
        if !blobs.isEmpty || withheld == nil, let picture = pictures.first(where: { _ in true }) {
            return .made(.picture(picture))
        }
        if let fault = fault(blobs, finalParts) { return unreadable(fault) }
        return withheld ?? withoutPicture(written)
    }

    /// The pictures of the answer, in the order in which they are tried.
    ///
    /// They are recognised by their bytes, wherever the answer has them, because they are paid for. The last one comes
    /// first, since thinking models send drafts before the final picture; what is marked as a draft comes after all others,
    /// and what stands in a text after that.
    var pictures: some Sequence<GeneratedPicture> {
        let text = written
        let results = document.blobs(ofDrafts: false)
        let drafts = document.blobs(ofDrafts: true)
        let urls = PictureBytes.urls(in: document.texts(exceptIn: JSONValue.namesElsewhere))
        let isUrlAlone = results.isEmpty && drafts.isEmpty && urls.count == 1
        let blobs =
            results.reversed().map { ($0, text: text, isAlone: results.count == 1) }
            + drafts.reversed().map { ($0, text: text, isAlone: false) }
            // What the model wrote is the picture.
            + urls.reversed().map {
                (JSONValue.object(["data": .string($0)]), text: nil, isAlone: isUrlAlone)
            }
        return blobs.lazy.compactMap { blob, text, isAlone in
            guard let data = PictureBytes.decode(blob["data"]?.string ?? ""),
                let type = PictureBytes.mimeType(of: data, declared: blob["mimeType"]?.string)
            else { return nil }
            return GeneratedPicture(
                data: data, mimeType: type, text: text, receipt: receipt, body: paid.bytes,
                isAlone: isAlone)
        }
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
    private func fault(_ blobs: [JSONValue], _ parts: [JSONValue]) -> String? {
        if let blob = blobs.last { return PictureBytes.fault(blob["data"]?.string ?? "") }
        return parts.contains { $0["fileData"] != nil } ? PictureBytes.address : foreignShape
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
    /// Every `inlineData` at any depth, either of drafts or of all else; lists in their order, fields by name.
    ///
    /// A gateway may repeat the request, which has the photo: the request's `contents` are left out.
    fileprivate func blobs(ofDrafts areWanted: Bool, inDraft: Bool = false) -> [JSONValue] {
        switch self {
        case .array(let elements):
            return elements.flatMap { $0.blobs(ofDrafts: areWanted, inDraft: inDraft) }
        case .object(let fields):
            let isDraft = inDraft || self["thought"]?.bool == true
            return fields.sorted { $0.key < $1.key }.flatMap { key, value -> [JSONValue] in
                switch key {
                case _ where Self.blobNames.contains(key): isDraft == areWanted ? [value] : []
                case Self.requestName: []
                default: value.blobs(ofDrafts: areWanted, inDraft: isDraft)
                }
            }
        case .string, .number, .bool, .null: return []
        }
    }

    private static let blobNames: Set = ["inlineData", "inline_data"]
    private static let requestName = "contents"
    /// The names of what no picture is in, or of what is read as a picture anyway.
    fileprivate static let namesElsewhere = blobNames.union([requestName])
}
