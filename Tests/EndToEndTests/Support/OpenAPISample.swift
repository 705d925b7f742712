import Foundation
import Synchronization
import Testing

/// A valid JSON value made from a schema of the server's own document, whose leaves can be replaced.
indirect enum OpenAPISample {
    case object([(name: String, value: OpenAPISample)])
    case array(OpenAPISample)
    case leaf(String)

    /// The JSON.
    var json: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ",") + "}"
        case .array(let element): "[\(element.json)]"
        case .leaf(let json): json
        }
    }

    /// The members of an object, each as an object of its own.
    var members: [OpenAPISample] {
        if case .object(let members) = self { members.map { .object([$0]) } } else { [] }
    }

    /// The JSON with a value in each place in turn: in the whole, and in every member and element.
    func replacing(by value: String) -> [String] {
        var all = [value]
        switch self {
        case .leaf: break
        case .array(let element): all += element.replacing(by: value).map { "[\($0)]" }
        case .object(let members):
            for (index, member) in members.enumerated() {
                for replaced in member.value.replacing(by: value) {
                    var changed = members
                    changed[index].value = .leaf(replaced)
                    all.append(Self.object(changed).json)
                }
            }
        }
        return all
    }

    /// - Parameter known: Values of members that no schema describes, such as the id of a photo that is there.
    init(_ schema: [String: Any], in document: [String: Any], known: [String: String]) throws {
        self = try Self.sample(schema, "", document, known)
    }

    private static func sample(
        _ schema: [String: Any], _ name: String, _ document: [String: Any],
        _ known: [String: String]
    ) throws -> OpenAPISample {
        if let value = known[name] { return .leaf(value) }
        if let reference = schema["$ref"] as? String {
            return try sample(resolved(reference, in: document), name, document, known)
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            if let first = (schema[key] as? [[String: Any]])?.first {
                return try sample(first, name, document, known)
            }
        }
        if let choice = (schema["enum"] as? [String])?.first { return .leaf("\"\(choice)\"") }
        let type = schema["type"] as? String ?? (schema["type"] as? [String])?.first
        switch type {
        case "object":
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            return .object(
                try properties.sorted { $0.key < $1.key }.map {
                    ($0.key, try sample($0.value, $0.key, document, known))
                })
        case "array":
            let items = schema["items"] as? [String: Any] ?? [:]
            return .array(try sample(items, name, document, known))
        case "integer", "number": return .leaf("\(schema["minimum"] as? Int ?? 1)")
        case "boolean": return .leaf("true")
        default:
            if schema["format"] as? String == "date-time" {
                return .leaf("\"2026-11-20T12:00:00Z\"")
            }
            return .leaf("\"a\"")
        }
    }

    private static func resolved(
        _ reference: String, in document: [String: Any]
    ) throws -> [String: Any] {
        var value: Any = document
        for part in reference.split(separator: "/").dropFirst() {
            value = try #require((value as? [String: Any])?[String(part)])
        }
        return try #require(value as? [String: Any])
    }

    /// The parameters of an operation, also those that it refers to.
    static func parameters(
        _ operation: [String: Any], in document: [String: Any]
    ) throws -> [(name: String, place: String)] {
        try (operation["parameters"] as? [[String: Any]] ?? []).map { parameter in
            var parameter = parameter
            if let reference = parameter["$ref"] as? String {
                parameter = try resolved(reference, in: document)
            }
            return (
                try #require(parameter["name"] as? String), try #require(parameter["in"] as? String)
            )
        }
    }
}
