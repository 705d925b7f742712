/// A schema of OpenAI's strict mode: every object lists all its properties as required, and allows no others.
enum StrictSchema {
    /// The schema without null among its types, once it has passed the service's checks.
    static func plain(_ schema: JSONValue) throws(OpenAIError) -> JSONValue {
        guard schema["type"]?.text == "object" else {
            throw invalid("schema must be a JSON Schema of 'type: \"object\"'")
        }
        return try plain(schema, at: [])
    }

    private static let known: Set = [
        "type", "description", "title", "enum", "items", "minItems", "maxItems", "minimum",
        "maximum", "properties", "required", "additionalProperties",
    ]
    private static let notMade: Set = ["anyOf", "$defs", "$ref", "const", "pattern", "format"]

    private static func plain(
        _ schema: JSONValue, at place: [String]
    ) throws(OpenAIError) -> JSONValue {
        guard case .object(var members) = schema else {
            throw invalid("In context=\(place), the schema is not an object")
        }
        for keyword in members.keys.sorted() where !known.contains(keyword) {
            guard !notMade.contains(keyword) else {
                throw .notMade("words by the keyword '\(keyword)'")
            }
            throw invalid("In context=\(place), '\(keyword)' is not permitted")
        }
        let types =
            members["type"]?.text.map { [$0] }
            ?? members["type"]?.elements.compactMap(\.text) ?? []
        guard let type = types.first(where: { $0 != "null" }) else {
            throw invalid("In context=\(place), schema must have a 'type' key")
        }
        members["type"] = .string(type)
        if type == "array" {
            guard let items = members["items"] else {
                throw invalid("In context=\(place), array schema missing items")
            }
            members["items"] = try plain(items, at: place + ["items"])
        }
        if type == "object" { members["properties"] = try properties(members, at: place) }
        return .object(members)
    }

    private static func properties(
        _ members: [String: JSONValue], at place: [String]
    ) throws(OpenAIError) -> JSONValue {
        guard members["additionalProperties"] == .bool(false) else {
            throw invalid(
                "In context=\(place), 'additionalProperties' is required to be supplied and to be false"
            )
        }
        guard case .object(var properties)? = members["properties"] else {
            throw invalid("In context=\(place), object schema missing properties")
        }
        let required = Set(members["required"]?.elements.compactMap(\.text) ?? [])
        guard required == Set(properties.keys) else {
            throw invalid(
                """
                In context=\(place), 'required' is required to be supplied and to be an array including every key in \
                properties
                """)
        }
        for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
            properties[name] = try plain(schema, at: place + ["properties", name])
        }
        return .object(properties)
    }

    private static func invalid(_ what: String) -> OpenAIError {
        OpenAIError(
            status: 400, code: "invalid_json_schema", parameter: "text.format.schema",
            message: "Invalid schema for response_format: \(what).")
    }
}
