import Foundation

/// One error in one field, in the words of the real service.
struct FieldViolation {
    /// The path of the field, such as `contents[0].parts[1]`; empty for the request itself.
    let field: String
    let description: String
}

/// What a field of a `generateContent` request may hold: of the fields that the service has, those that clients of the
/// emulator send.
indirect enum FieldType: Sendable {
    case text
    /// Bytes in either alphabet.
    case base64
    case number
    case wholeNumber
    case choice([String])
    case list(FieldType)
    case message([String: FieldType])
    /// JSON of any shape, which is checked elsewhere or ignored.
    case anything

    /// The whole request.
    static let request = message([
        "contents": .list(.message(["role": .text, "parts": .list(part)])),
        "generationConfig": config, "safetySettings": .anything,
    ])

    private static let part = message([
        "text": .text, "inlineData": .message(["mimeType": .text, "data": .base64]),
    ])

    private static let config = message([
        "candidateCount": .wholeNumber, "maxOutputTokens": .wholeNumber, "temperature": .number,
        "responseMimeType": .text, "responseJsonSchema": .anything,
        "responseModalities": .list(.choice(["TEXT", "IMAGE"])),
        "imageConfig": .message(["aspectRatio": .text]),
    ])

    /// Everything in a value that does not fit, sorted by the request's keys, since JSON objects have no order.
    func violations(in value: JSONValue, at path: String = "") -> [FieldViolation] {
        switch (self, value) {
        case (.anything, _), (.text, .string), (.number, .number): return []
        case (.wholeNumber, .number(let number)) where Int32(exactly: number) != nil: return []
        case (.choice(let names), .string(let name)) where names.contains(name): return []
        case (.base64, .string(let text)) where Data(base64: text) != nil: return []
        case (.list(let type), .array(let elements)):
            return elements.enumerated().flatMap { index, element in
                type.violations(in: element, at: "\(path)[\(index)]")
            }
        case (.message(let fields), .object(let members)):
            return members.sorted { $0.key < $1.key }.flatMap { key, value -> [FieldViolation] in
                if let type = fields[key] {
                    return type.violations(in: value, at: path.isEmpty ? key : "\(path).\(key)")
                }
                let place = path.isEmpty ? "" : " at '\(path)'"
                let words = "Invalid JSON payload received. Unknown name \"\(key)\"\(place)"
                return [FieldViolation(field: path, description: "\(words): Cannot find field.")]
            }
        default: return [FieldViolation(invalid: path)]
        }
    }
}

extension FieldViolation {
    /// A value that the field does not take.
    init(invalid field: String) {
        self.init(field: field, description: "Invalid value at '\(field)'")
    }
}

extension Data {
    /// Reads base64 in either alphabet.
    init?(base64 text: String) {
        // The standard alphabet, which nearly every client sends, needs no copy.
        let data =
            Data(base64Encoded: text)
            ?? Data(
                base64Encoded: text.replacingOccurrences(of: "-", with: "+")
                    .replacingOccurrences(of: "_", with: "/"))
        guard let data else { return nil }
        self = data
    }
}
