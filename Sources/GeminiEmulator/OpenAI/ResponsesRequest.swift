import Foundation

/// A request to `responses` that passed every check of the service.
struct ResponsesRequest: Sendable {
    let asked: Answering.Asked

    /// The fields that clients of the emulator send.
    private static let known: Set = [
        "model", "input", "store", "max_output_tokens", "reasoning", "text",
    ]
    private static let efforts: Set = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

    init(_ json: JSONValue, model: OpenAIModel) throws(OpenAIError) {
        guard case .object(let members) = json else { throw .missing("model") }
        for name in members.keys.sorted() where !Self.known.contains(name) { throw .unknown(name) }
        guard !model.makesPictures else { throw .invalid("model", model.name) }
        if let effort = json["reasoning"]?["effort"]?.text, !Self.efforts.contains(effort) {
            throw .invalid("reasoning.effort", effort)
        }
        let most = json["max_output_tokens"]?.number.map { Int($0) }
        guard most ?? 16 >= 16 else {
            throw OpenAIError(
                status: 400, code: "integer_below_min_value", parameter: "max_output_tokens",
                message: "Invalid 'max_output_tokens': integer below minimum value.")
        }
        let (prompt, photo) = try Self.input(json["input"])
        asked = Answering.Asked(
            prompt: prompt, photo: photo,
            words: try Self.words(json["text"]?["format"], mostTokens: most))
    }

    private static func input(
        _ input: JSONValue?
    ) throws(OpenAIError) -> (prompt: String, photo: Data?) {
        guard let input else { throw .missing("input") }
        if let text = input.text { return (text, nil) }
        var texts: [String] = []
        var photo: Data?
        for (index, message) in input.elements.enumerated() {
            let place = "input[\(index)]"
            guard message["role"]?.text != nil else { throw .missing("\(place).role") }
            if let text = message["content"]?.text { texts.append(text) }
            for (index, part) in (message["content"]?.elements ?? []).enumerated() {
                let place = "\(place).content[\(index)]"
                switch part["type"]?.text {
                case "input_text":
                    guard let text = part["text"]?.text else { throw .missing("\(place).text") }
                    texts.append(text)
                case "input_image":
                    let bytes = try picture(part["image_url"]?.text, at: "\(place).image_url")
                    photo = photo ?? bytes
                case let type: throw .invalid("\(place).type", type ?? "")
                }
            }
        }
        return (texts.joined(separator: "\n"), photo)
    }

    private static func picture(_ url: String?, at place: String) throws(OpenAIError) -> Data {
        guard let url else { throw .missing(place) }
        guard let match = url.prefixMatch(of: /data:image\/(jpeg|png|webp|gif);base64,/) else {
            throw .invalid(place, url)
        }
        guard let bytes = Data(base64Encoded: String(url[match.range.upperBound...])) else {
            throw OpenAIError(
                status: 400, code: "invalid_base64_image", parameter: place,
                message: "Invalid base64-encoded image.")
        }
        return bytes
    }

    private static func words(
        _ format: JSONValue?, mostTokens: Int?
    ) throws(OpenAIError) -> WantedWords? {
        switch format?["type"]?.text {
        case nil, "text": return nil
        case "json_schema": break
        case let type: throw .invalid("text.format.type", type ?? "")
        }
        guard format?["name"]?.text != nil else { throw .missing("text.format.name") }
        guard let schema = format?["schema"] else { throw .missing("text.format.schema") }
        guard format?["strict"] == .bool(true) else { throw .missing("text.format.strict") }
        do throws(AnswerSchema.Fault) {
            return WantedWords(
                by: try AnswerSchema(schema, isStrict: true, at: "schema"), mostTokens: mostTokens)
        } catch {
            throw OpenAIError(
                status: 400, code: "invalid_json_schema", parameter: "text.format.schema",
                message: "Invalid schema for response_format: \(error.place) \(error.what).")
        }
    }
}
