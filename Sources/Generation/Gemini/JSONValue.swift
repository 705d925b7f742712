internal import Foundation

/// JSON of unknown shape, read without failing: what is not there, or is another type, is nil.
enum JSONValue: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a document; nil when it is not JSON.
    init?(_ data: Data) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if container.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not JSON")
        }
    }

    /// A field of an object, by its name in camel case; the wire may use snake case as well.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name] ?? fields[Self.snakeCase(name)]
    }

    var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; none of anything else.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A count: a whole number up to a thousand million, as a number or, as 64-bit ones, a string.
    var count: Int? {
        let value: Int? =
            switch self {
            case .number(let number): Int(exactly: number)
            case .string(let digits): Int(digits)
            case .null, .bool, .array, .object: nil
            }
        return value.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { result, character in
            if character.isUppercase { result.append("_") }
            result.append(contentsOf: character.lowercased())
        }
    }
}
