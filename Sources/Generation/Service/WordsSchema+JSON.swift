import Ground

/// How a service wants a schema written.
enum SchemaDialect {
    /// For Gemini's field `responseJsonSchema`, which orders properties by a separate keyword.
    case gemini
    /// For OpenAI's strict mode: every property is required, and an optional one may be null instead.
    case strict
}

extension WordsSchema {
    /// The schema as JSON.
    ///
    /// Services support only some keywords of JSON Schema. `maxLength` is not among them, so the description
    /// states the length.
    func json(for dialect: SchemaDialect) -> String { json(for: dialect, orNull: false) }

    private func json(for dialect: SchemaDialect, orNull: Bool) -> String {
        func type(_ name: String) -> String {
            #"{"type":\#(orNull ? #"["\#(name)","null"]"# : #""\#(name)""#)"#
        }
        switch self {
        case .text(let most):
            return type("string") + #","description":"1 to \#(most) characters."}"#
        case .choice(let choices):
            let quoted = choices.map(\.asJSON) + (orNull ? ["null"] : [])
            return type("string") + #","enum":[\#(quoted.joined(separator: ","))]}"#
        case .number(let bounds):
            return type("integer")
                + #","minimum":\#(bounds.lowerBound),"maximum":\#(bounds.upperBound)}"#
        case .flag:
            return type("boolean") + "}"
        case .list(let element, let count):
            return type("array") + #","items":\#(element.json(for: dialect)),"#
                + #""minItems":\#(count.lowerBound),"maxItems":\#(count.upperBound)}"#
        case .object(let fields):
            return type("object") + Self.members(fields, for: dialect)
        }
    }

    private static func members(_ fields: [Field], for dialect: SchemaDialect) -> String {
        let isStrict = dialect == .strict
        let properties = fields.map { field in
            let schema = field.schema.json(for: dialect, orNull: isStrict && !field.isRequired)
            return "\(field.name.asJSON):\(schema)"
        }
        let required = fields.filter { isStrict || $0.isRequired }.map(\.name)
        let order = isStrict ? "" : #""propertyOrdering":\#(list(fields.map(\.name))),"#
        return #","properties":{\#(properties.joined(separator: ","))},"#
            + #""required":\#(list(required)),\#(order)"additionalProperties":false}"#
    }

    private static func list(_ texts: [String]) -> String {
        "[\(texts.map(\.asJSON).joined(separator: ","))]"
    }
}
