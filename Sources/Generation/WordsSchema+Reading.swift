public import Foundation

/// Why a file is not a schema for texts.
public struct SchemaFault: Error, Equatable {
    /// What is wrong, and where.
    public let detail: String
}

extension WordsSchema {
    /// Reads a schema from a document in JSON Schema.
    ///
    /// Takes the keywords that a ``WordsSchema`` can say: `type`, `enum`, `maxLength`, `minimum`, `maximum`, `items`,
    /// `minItems`, `maxItems`, `properties`, `required` (which gives the order), and `additionalProperties: false`.
    public init(jsonSchema: Data) throws(SchemaFault) {
        guard let document = JSONValue(jsonSchema) else {
            throw SchemaFault(detail: "it is not JSON")
        }
        self = try Self.read(document, at: "the whole")
    }

    private static func read(_ json: JSONValue, at place: String) throws(SchemaFault) -> WordsSchema
    {
        guard case .object(let members) = json else {
            throw SchemaFault(detail: "\(place) is not an object")
        }
        func bound(_ name: String) throws(SchemaFault) -> Int {
            guard let number = members[name]?.wholeNumber else {
                throw SchemaFault(detail: "\(place) has no '\(name)'")
            }
            return number
        }
        func range(_ least: String, _ most: String) throws(SchemaFault) -> ClosedRange<Int> {
            let (least, most) = (try bound(least), try bound(most))
            guard least <= most else { throw SchemaFault(detail: "\(place) allows nothing") }
            return least...most
        }
        let known: Set<String>
        let schema: WordsSchema
        switch members["type"]?.string {
        case "string" where members["enum"] != nil:
            known = ["enum"]
            schema = .choice(members["enum"]?.elements.compactMap(\.string) ?? [])
        case "string":
            known = ["maxLength"]
            schema = .text(most: try bound("maxLength"))
        case "integer":
            known = ["minimum", "maximum"]
            schema = .number(try range("minimum", "maximum"))
        case "boolean":
            known = []
            schema = .flag
        case "array":
            known = ["items", "minItems", "maxItems"]
            schema = .list(
                of: try read(members["items"] ?? .null, at: "\(place), items"),
                count: try range("minItems", "maxItems"))
        case "object":
            known = ["properties", "required", "additionalProperties"]
            schema = .object(try fields(of: members, at: place))
        default: throw SchemaFault(detail: "\(place) has no type that is known")
        }
        if let other = members.keys.sorted().first(where: { !known.contains($0) && $0 != "type" }) {
            throw SchemaFault(detail: "\(place) has '\(other)', which is not known")
        }
        return schema
    }

    private static func fields(
        of members: [String: JSONValue], at place: String
    ) throws(SchemaFault) -> [Field] {
        guard case .object(let properties)? = members["properties"],
            members["additionalProperties"] == .bool(false)
        else {
            throw SchemaFault(detail: "\(place) has no 'properties', or others beside them")
        }
        let required = members["required"]?.elements.compactMap(\.string) ?? []
        guard Set(required).isSubset(of: properties.keys) else {
            throw SchemaFault(detail: "\(place) requires what it does not have")
        }
        let optional = properties.keys.filter { !required.contains($0) }.sorted()
        var fields: [Field] = []
        for name in required + optional {
            fields.append(
                Field(
                    name, try read(properties[name] ?? .null, at: name),
                    isRequired: required.contains(name)))
        }
        return fields
    }
}
