internal import Foundation

struct OpenAIAnswer: ServiceAnswer {
    let json: JSONValue
    let paid: PaidBody
    let key: APIKey?

    init?(_ body: Data, to wanted: Wanted, requestID: String?, key: APIKey?) {
        guard let json = JSONValue(answer: body) else { return nil }
        self.json = json
        paid = PaidBody(body, receipt: Receipt(json, of: wanted, requestID: requestID))
        self.key = key
    }

    /// Why JSON is not an answer of the service.
    ///
    /// - Parameter field: The field that every answer has.
    func foreignShape(without field: String) -> Answer {
        guard let error = json["error"], error != .null else {
            return unreadable("JSON without \(field)\(json.fieldNames)")
        }
        return unreadable(errorInside(code: error["code"]?.string, error))
    }

    func nothing(_ kind: EmptyAnswer.Kind, reason: String?, text: String? = nil) -> Answer {
        .nothing(
            EmptyAnswer(
                kind: kind, reason: reason,
                text: text.map { String($0.prefix(ProviderMessage.longest)) }, paid: paid))
    }

    /// The answer to a request for a picture, of the Image API.
    var picture: Answer {
        if let picture = pictures.first(where: { _ in true }) { return .made(.picture(picture)) }
        guard case .array(let elements)? = json["data"] else {
            return foreignShape(without: "data")
        }
        if let fault = elements.compactMap(Self.fault).last { return unreadable(fault) }
        return nothing(elements.isEmpty ? .empty : .noImage, reason: nil)
    }

    /// The pictures of the answer, in the order in which they are tried.
    ///
    /// They are paid for wherever the answer has them; those in the service's own place come first, and those within a text
    /// last.
    var pictures: some Sequence<GeneratedPicture> {
        let declared = json["outputFormat"]?.string.map { "image/\($0)" }
        var texts = json.pictureTexts
        if case .object(var fields) = json {
            let own = fields.removeValue(forKey: "data")
            texts = (own?.pictureTexts ?? []) + JSONValue.object(fields).pictureTexts
        }
        texts += PictureBytes.urls(in: json.texts(exceptIn: JSONValue.namesElsewhere))
        let isAlone = texts.count == 1
        return texts.lazy.compactMap { text in
            guard let data = PictureBytes.decode(text),
                let type = PictureBytes.mimeType(of: data, declared: declared)
            else { return nil }
            return GeneratedPicture(
                data: data, mimeType: type, text: nil, receipt: receipt, body: paid.bytes,
                isAlone: isAlone)
        }
    }

    /// Why an element of the answer is not a picture; nil for one that never was to be.
    private static func fault(_ element: JSONValue) -> String? {
        guard let text = element["b64_json"]?.string else {
            return element["url"]?.string == nil ? nil : PictureBytes.address
        }
        return PictureBytes.fault(text)
    }
}

extension JSONValue {
    /// The texts at any depth that are pictures by the names of their fields, also addresses; lists in their order, fields by
    /// name.
    fileprivate var pictureTexts: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.pictureTexts)
        case .object(let fields):
            fields.sorted { $0.key < $1.key }.flatMap { key, value in
                if case .string(let text) = value {
                    return Self.pictureNames.contains(key) ? [text] : []
                }
                return value.pictureTexts
            }
        case .string, .number, .bool, .null: []
        }
    }

    private static let pictureNames: Set = ["b64_json", "result", "url"]
    /// The names of what is read as a picture anyway, and those of a request, which a gateway may repeat.
    fileprivate static let namesElsewhere = pictureNames.union(["input", "messages"])
}

extension Receipt {
    fileprivate init(_ json: JSONValue, of wanted: Wanted, requestID: String?) {
        var usage: TokenUsage?
        if let counts = json["usage"], counts != .null { usage = TokenUsage(counts, of: wanted) }
        self.init(
            modelAnswered: json["model"]?.string, responseID: json["id"]?.string,
            requestID: requestID, usage: usage)
    }
}

extension TokenUsage {
    fileprivate init(_ json: JSONValue, of wanted: Wanted) {
        let output = json["outputTokens"]?.count ?? 0
        let details = json["outputTokensDetails"]
        // The service counts thoughts among the output.
        let thoughts = min(details?["reasoningTokens"]?.count ?? 0, output)
        var image = details?["imageTokens"]?.count
        if case .words = wanted { image = 0 }
        self.init(
            prompt: json["inputTokens"]?.count ?? 0, candidates: output - thoughts,
            thoughts: thoughts, total: json["totalTokens"]?.count ?? 0, imageTokens: image,
            photoTokens: json["inputTokensDetails"]?["imageTokens"]?.count)
    }
}
