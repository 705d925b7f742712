/// One error in one field, in the words of the real service.
struct FieldViolation: Sendable, Equatable {
    /// The path of the field, such as `contents[0].parts[1]`; empty for the request itself.
    let field: String
    let description: String
}

/// Reads JSON like proto3 and lists everything that does not fit.
struct SchemaCheck {
    /// Sorted by the request's keys, since JSON objects have no order.
    private(set) var violations: [FieldViolation] = []

    /// The message with proto names as keys, upper-case enum names, lists for repeated fields, and no nulls.
    mutating func message(
        _ value: JSONValue, as schema: MessageSchema, at path: String = ""
    ) -> JSONValue {
        guard case .object(let members) = value else {
            report(path, "Invalid value at '\(path)' (type.googleapis.com/google.protobuf.Struct)")
            return .null
        }
        var result: [String: JSONValue] = [:]
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let field = schema.field(named: key) else {
                let place = path.isEmpty ? "" : " at '\(path)'"
                report(
                    path,
                    "Invalid JSON payload received. Unknown name \"\(key)\"\(place): Cannot find field."
                )
                continue
            }
            guard value != .null else { continue }
            let place = path.isEmpty ? field.name : "\(path).\(field.name)"
            result[field.name] = self.value(value, as: field.type, at: place)
        }
        return .object(result)
    }

    private mutating func value(
        _ value: JSONValue, as type: FieldType, at path: String
    ) -> JSONValue {
        switch type {
        case .anything:
            return value
        case .message(let schema):
            return message(value, as: schema, at: path)
        case .repeated(let element):
            return list(value, of: element, at: path)
        case .string:
            return scalar(value, "TYPE_STRING", at: path) { $0.text != nil ? $0 : nil }
        case .bytes:
            return bytes(value, at: path)
        case .bool:
            return scalar(value, "TYPE_BOOL", at: path) { value in
                if case .bool = value { value } else { nil }
            }
        case .float:
            return scalar(value, "TYPE_FLOAT", at: path) { numeric($0).map(JSONValue.number) }
        case .int32:
            return scalar(value, "TYPE_INT32", at: path) { value in
                numeric(value).flatMap(Int32.init(exactly:)).map { .number(Double($0)) }
            }
        case .enumeration(let type, let names):
            return scalar(value, type, at: path) { value in
                if let index = value.number.flatMap(Int.init(exactly:)) {
                    return names.indices.contains(index) ? .string(names[index]) : nil
                }
                // The service accepts "Image" for IMAGE, as its own documentation spells it.
                let name = value.text?.uppercased()
                return names.first { $0 == name }.map(JSONValue.string)
            }
        }
    }

    /// A repeated field; a single value counts as a list of one, as in the real service.
    private mutating func list(
        _ value: JSONValue, of element: FieldType, at path: String
    ) -> JSONValue {
        guard case .array(let elements) = value else {
            return .array([self.value(value, as: element, at: "\(path)[0]")])
        }
        return .array(
            elements.enumerated().map { index, value in
                self.value(value, as: element, at: "\(path)[\(index)]")
            })
    }

    private mutating func bytes(_ value: JSONValue, at path: String) -> JSONValue {
        guard let text = value.text else {
            return scalar(value, "TYPE_BYTES", at: path) { _ in nil }
        }
        guard Base64.decode(text) != nil else {
            report(
                path,
                "Invalid value at '\(path)' (TYPE_BYTES), Base64 decoding failed for \"\(text.prefix(100))\""
            )
            return .null
        }
        return value
    }

    private mutating func scalar(
        _ value: JSONValue, _ type: String, at path: String, read: (JSONValue) -> JSONValue?
    ) -> JSONValue {
        if let result = read(value) { return result }
        report(path, "Invalid value at '\(path)' (\(type)), \(printed(value))")
        return .null
    }

    private mutating func report(_ field: String, _ description: String) {
        violations.append(FieldViolation(field: field, description: description))
    }
}

/// A number, or a string that spells one: proto3 JSON accepts both.
private func numeric(_ value: JSONValue) -> Double? {
    value.number ?? value.text.flatMap(Double.init)
}

private func printed(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array: "Starting an array"
    case .object: "Starting an object"
    }
}
