/// A request's schema for words in JSON: its field `responseJsonSchema`, checked more strictly than by the service.
struct AnswerSchema: Sendable {
    private let schema: JSONValue

    /// Checks a schema and everything nested in it.
    ///
    /// The service ignores undocumented keywords; here they are refused, because they have no effect.
    init(_ schema: JSONValue) throws(ServiceError) {
        try Self.check(schema, at: "generation_config.response_json_schema")
        self.schema = schema
    }

    /// Takes a schema that was checked, in the keywords of this one.
    init(checked schema: JSONValue) {
        self.schema = schema
    }

    /// Words that fit the schema; always the same.
    ///
    /// - Parameter choice: What is chosen wherever it is a choice; the first one elsewhere.
    func words(choosing choice: String? = nil) -> JSONValue {
        Self.words(by: schema, named: "words", choosing: choice)
    }

    /// Words that fit no schema of this kind.
    var otherWords: JSONValue { schema["type"]?.text == "object" ? [] : [:] }

    /// From the documentation of `response_json_schema` in Google's `generative_service.proto`.
    private static let known: Set = [
        "type", "format", "title", "description", "enum", "items", "minItems", "maxItems",
        "minimum",
        "maximum", "properties", "additionalProperties", "required", "propertyOrdering",
    ]
    /// Documented too, but the emulator cannot make words for these.
    private static let notMade: Set = [
        "$id", "$defs", "$ref", "$anchor", "prefixItems", "anyOf", "oneOf",
    ]
    private static let types: Set = [
        "string", "integer", "number", "boolean", "array", "object", "null",
    ]

    private static func check(_ schema: JSONValue, at place: String) throws(ServiceError) {
        guard case .object(let members) = schema else { throw invalid(place, "is no schema") }
        for keyword in members.keys.sorted() where !known.contains(keyword) {
            guard !notMade.contains(keyword) else {
                throw .notMade("words by the keyword \"\(keyword)\"")
            }
            throw invalid(place, "has the keyword \"\(keyword)\", which is not supported")
        }
        guard let type = members["type"]?.text, types.contains(type) else {
            throw invalid("\(place).type", "is none of the types")
        }
        if let choices = members["enum"], choices.elements.isEmpty {
            throw invalid("\(place).enum", "has no elements")
        }
        try checkBounds(members, "minItems", "maxItems", at: place)
        try checkBounds(members, "minimum", "maximum", at: place)
        if type == "array" { try check(members["items"] ?? .null, at: "\(place).items") }
        if type == "object" { try checkObject(members, at: place) }
    }

    private static func checkBounds(
        _ members: [String: JSONValue], _ least: String, _ most: String, at place: String
    ) throws(ServiceError) {
        for keyword in [least, most] {
            if let bound = members[keyword], bound.number == nil {
                throw invalid("\(place).\(keyword)", "is no number")
            }
        }
        if let least = members[least]?.number, let most = members[most]?.number, least > most {
            throw invalid(place, "has bounds that nothing is within")
        }
    }

    private static func checkObject(
        _ members: [String: JSONValue], at place: String
    ) throws(ServiceError) {
        guard case .object(let properties)? = members["properties"] else {
            throw invalid("\(place).properties", "is no object")
        }
        for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
            try check(schema, at: "\(place).properties[\(name)]")
        }
        for keyword in ["required", "propertyOrdering"] {
            let names = members[keyword]?.elements ?? []
            guard names.allSatisfy({ $0.text.map(properties.keys.contains) ?? false }) else {
                throw invalid("\(place).\(keyword)", "names a property that is not there")
            }
        }
    }

    private static func invalid(_ place: String, _ what: String) -> ServiceError {
        .badRequest([FieldViolation(field: place, description: "Invalid value: \(place) \(what)")])
    }

    private static func words(
        by schema: JSONValue, named name: String, choosing choice: String?
    ) -> JSONValue {
        let choices = schema["enum"]?.elements ?? []
        if let chosen = choices.first(where: { $0.text == choice }) ?? choices.first {
            return chosen
        }
        switch schema["type"]?.text {
        case "string":
            return .string(text(named: name, as: schema["description"]?.text))
        case "integer", "number":
            return schema["minimum"] ?? schema["maximum"] ?? 1
        case "boolean":
            return true
        case "array":
            let count = schema["minItems"]?.number ?? min(1, schema["maxItems"]?.number ?? 1)
            let items = schema["items"] ?? .null
            return .array(
                (0..<Int(count)).map {
                    words(by: items, named: "\(name) \($0 + 1)", choosing: choice)
                })
        case "object":
            guard case .object(let properties)? = schema["properties"] else { return [:] }
            return .object(
                Dictionary(
                    uniqueKeysWithValues: properties.map {
                        ($0, words(by: $1, named: $0, choosing: choice))
                    }))
        default:
            return .null
        }
    }

    /// Like a model, it takes the length from the description.
    private static func text(named name: String, as description: String?) -> String {
        let text = "Emulated \(name)."
        guard let bound = description?.firstMatch(of: /([0-9]{1,6}) characters/),
            let most = Int(bound.1)
        else { return text }
        return String(text.prefix(most))
    }
}
