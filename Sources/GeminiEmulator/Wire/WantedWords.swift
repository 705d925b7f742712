/// Words in JSON that a request asks for.
struct WantedWords: Sendable {
    private let schema: AnswerSchema?
    /// JSON that does not fit the request.
    let other: String
    /// The token limit; nil for as many as the model likes.
    let mostTokens: Int?

    /// What a request's configuration asks for; nil if it does not ask for JSON.
    init?(_ config: JSONValue?, model: EmulatedModel) throws(ServiceError) {
        let most = config?["max_output_tokens"]?.number.map { Int($0) }
        guard most ?? 1 > 0 else {
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.

                """)
        }
        let schema = config?["response_json_schema"] ?? config?["_response_json_schema"]
        guard try Self.isJSON(config?["response_mime_type"]?.text) else {
            if schema == nil { return nil }
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.response_json_schema: response_mime_type must be \
                application/json.

                """)
        }
        guard config?["response_schema"] == nil else {
            throw .notMade("words by a response_schema")
        }
        guard model.writesJSON, config?["response_modalities"]?.elements.contains("IMAGE") != true
        else { throw .noJSON }
        let wanted = try schema.map { schema throws(ServiceError) in try AnswerSchema(schema) }
        self.init(by: wanted, mostTokens: most)
    }

    /// Words by a schema; any JSON without one.
    init(by schema: AnswerSchema?, mostTokens: Int?) {
        self.schema = schema
        other = Self.text(schema?.otherWords ?? [])
        self.mostTokens = mostTokens
    }

    /// JSON that fits the request, with a rule's choice.
    func fitting(_ rule: Rule) -> String {
        Self.text(schema?.words(choosing: rule.choice) ?? ["words": "Emulated words."])
    }

    private static func text(_ json: JSONValue) -> String {
        (try? json.encoded()).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    private static func isJSON(_ mimeType: String?) throws(ServiceError) -> Bool {
        switch mimeType {
        case nil, "", "text/plain": return false
        case "application/json": return true
        case "application/xml"?, "application/yaml"?, "text/x.enum"?:
            throw .notMade(mimeType ?? "")
        default:
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, \
                `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.

                """)
        }
    }
}
