/// Words in JSON that a request asks for.
struct WantedWords: Sendable {
    private let schema: AnswerSchema?
    /// JSON that does not fit the request.
    let other: String
    /// The token limit; nil for as many as the model likes.
    let mostTokens: Int?

    /// What a request's configuration asks for; nil if it does not ask for JSON.
    init?(_ config: JSONValue?, model: EmulatedModel) throws(ServiceError) {
        let most = config?["maxOutputTokens"]?.number.map { Int($0) }
        guard most ?? 1 > 0 else {
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.

                """)
        }
        let schema = config?["responseJsonSchema"]
        switch config?["responseMimeType"]?.text {
        case "application/json": break
        case nil where schema == nil: return nil
        case nil:
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.response_json_schema: response_mime_type must be \
                application/json.

                """)
        default:
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.response_mime_type: it must be application/json.

                """)
        }
        guard model.writesJSON, config?["responseModalities"]?.elements.contains("IMAGE") != true
        else { throw .noJSON }
        do throws(AnswerSchema.Fault) {
            let place = "generation_config.response_json_schema"
            let wanted = try schema.map { schema throws(AnswerSchema.Fault) in
                try AnswerSchema(schema, at: place)
            }
            self.init(by: wanted, mostTokens: most)
        } catch {
            let words = "Invalid value: \(error.place) \(error.what)"
            throw .badRequest([FieldViolation(field: error.place, description: words)])
        }
    }

    /// Words by a schema; any JSON without one.
    init(by schema: AnswerSchema?, mostTokens: Int?) {
        self.schema = schema
        other = Self.text(schema?.otherWords ?? [])
        self.mostTokens = mostTokens
    }

    func fitting(_ rule: Rule) -> String {
        Self.text(schema?.words(choosing: rule.choice) ?? ["words": "Emulated words."])
    }

    private static func text(_ json: JSONValue) -> String {
        String(decoding: json.encoded, as: UTF8.self)
    }
}
