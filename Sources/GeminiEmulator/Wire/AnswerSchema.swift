/// A schema for words in JSON, checked more strictly than by the services: a keyword that has no effect is refused.
struct AnswerSchema: Sendable {
    /// What a service says against a schema.
    struct Fault: Error {
        /// Where in the schema.
        let place: String
        let what: String
    }

    private let schema: JSONValue

    /// Checks a schema and everything nested in it.
    ///
    /// - Parameter isStrict: Whether it is for OpenAI's strict mode: it is an object, every object lists all its properties as
    ///   required and allows no others, and a type may be null besides.
    init(_ schema: JSONValue, isStrict: Bool = false, at place: String) throws(Fault) {
        try Self.check(schema, isStrict, at: place)
        guard !isStrict || Self.typeName(in: schema) == "object" else {
            throw Fault(place: place, what: "is not an object's")
        }
        self.schema = schema
    }

    /// Words that fit the schema; always the same.
    ///
    /// - Parameter choice: What is chosen wherever it is a choice; the first one elsewhere.
    func words(choosing choice: String? = nil) -> JSONValue {
        Self.words(by: schema, named: "words", choosing: choice)
    }

    /// Words that fit no schema of this kind.
    var otherWords: JSONValue { Self.typeName(in: schema) == "object" ? [] : [:] }

    private static let known: Set = [
        "type", "title", "description", "enum", "items", "minItems", "maxItems", "minimum",
        "maximum", "properties", "additionalProperties", "required",
    ]
    private static let types: Set = [
        "string", "integer", "number", "boolean", "array", "object", "null",
    ]

    private static func typeName(in schema: JSONValue) -> String? {
        schema["type"]?.text ?? schema["type"]?.elements.compactMap(\.text).first { $0 != "null" }
    }

    private static func check(
        _ schema: JSONValue, _ isStrict: Bool, at place: String
    ) throws(Fault) {
        guard case .object(let members) = schema else {
            throw Fault(place: place, what: "is not a schema")
        }
        let known = isStrict ? Self.known : Self.known.union(["propertyOrdering"])
        if let keyword = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw Fault(
                place: place, what: "has the keyword \"\(keyword)\", which is not supported")
        }
        guard let type = typeName(in: schema), types.contains(type),
            isStrict || members["type"]?.text != nil
        else { throw Fault(place: "\(place).type", what: "is not one of the types") }
        if type == "array" { try check(members["items"] ?? .null, isStrict, at: "\(place).items") }
        guard type == "object" else { return }
        guard case .object(let properties)? = members["properties"] else {
            throw Fault(place: "\(place).properties", what: "is not an object")
        }
        for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
            try check(schema, isStrict, at: "\(place).properties[\(name)]")
        }
        guard isStrict else { return }
        guard members["additionalProperties"] == .bool(false) else {
            throw Fault(place: "\(place).additionalProperties", what: "is not false")
        }
        let required = Set(members["required"]?.elements.compactMap(\.text) ?? [])
        guard required == Set(properties.keys) else {
            throw Fault(place: "\(place).required", what: "does not have every property")
        }
    }

    private static func words(
        by schema: JSONValue, named name: String, choosing choice: String?
    ) -> JSONValue {
        let choices = schema["enum"]?.elements ?? []
        if let chosen = choices.first(where: { $0.text == choice }) ?? choices.first {
            return chosen
        }
        switch typeName(in: schema) {
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
