extension WordsSchema {
    /// The schema for the field `responseJsonSchema`.
    ///
    /// The service supports only some keywords of JSON Schema. `maxLength` is not among them, so the
    /// description states the length. `propertyOrdering` is the service's own.
    var jsonSchema: String {
        switch self {
        case .text(let most):
            #"{"type":"string","description":"1 to \#(most) characters."}"#
        case .choice(let choices):
            #"{"type":"string","enum":\#(Self.list(choices))}"#
        case .number(let bounds):
            #"{"type":"integer","minimum":\#(bounds.lowerBound),"maximum":\#(bounds.upperBound)}"#
        case .flag:
            #"{"type":"boolean"}"#
        case .list(let element, let count):
            #"{"type":"array","items":\#(element.jsonSchema),"minItems":\#(count.lowerBound),"#
                + #""maxItems":\#(count.upperBound)}"#
        case .object(let fields):
            Self.object(fields)
        }
    }

    private static func object(_ fields: [Field]) -> String {
        let properties = fields.map { "\(JSONValue.quoted($0.name)):\($0.schema.jsonSchema)" }
        let required = fields.filter(\.isRequired).map(\.name)
        return #"{"type":"object","properties":{\#(properties.joined(separator: ","))},"#
            + #""required":\#(list(required)),"propertyOrdering":\#(list(fields.map(\.name))),"#
            + #""additionalProperties":false}"#
    }

    private static func list(_ texts: [String]) -> String {
        "[\(texts.map(JSONValue.quoted).joined(separator: ","))]"
    }
}
