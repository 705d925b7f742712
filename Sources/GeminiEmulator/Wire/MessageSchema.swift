/// What a field of a message may hold, in proto3's terms.
enum FieldType: Sendable {
    case string
    case bytes
    case bool
    case int32
    case float
    /// One of the names of an enum; `type` is its full name, as errors print it.
    case enumeration(type: String, names: [String])
    indirect case repeated(FieldType)
    case message(MessageSchema)
    /// JSON of any shape, for fields that the emulator accepts but ignores.
    case anything
}

/// A message's fields by their proto name; JSON may use that name or its camel-case form.
struct MessageSchema: Sendable {
    let fields: [String: FieldType]

    /// The field of a JSON key, with its proto name.
    func field(named key: String) -> (name: String, type: FieldType)? {
        if let type = fields[key] { return (key, type) }
        let name = snakeCase(key)
        // `aspect_Ratio` has the same snake case as `aspectRatio`, but is neither form.
        guard camelCase(name) == key, let type = fields[name] else { return nil }
        return (name, type)
    }
}

private func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { result, character in
        result += character.isUppercase ? "_\(character.lowercased())" : String(character)
    }
}

private func camelCase(_ name: String) -> String {
    var result = ""
    var startsWord = false
    for character in name {
        if character == "_" && !result.isEmpty {
            startsWord = true
        } else {
            result += startsWord ? character.uppercased() : String(character)
            startsWord = false
        }
    }
    return result
}
