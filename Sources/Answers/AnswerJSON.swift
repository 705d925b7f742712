import Foundation
import Ground

/// Answers as JSON: keys in a stable order, times in ISO 8601.
package enum AnswerJSON {
    /// On several lines, for an answer that is written as a whole.
    package static func text(_ answer: some Encodable) throws -> String {
        try encoded(answer, isPretty: true)
    }

    /// On one line, for an answer that is written line by line.
    package static func line(_ answer: some Encodable) throws -> String {
        try encoded(answer, isPretty: false)
    }

    private static func encoded(_ answer: some Encodable, isPretty: Bool) throws -> String {
        let encoder = JSONEncoder.ordered
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(answer), as: UTF8.self)
    }
}

/// An object by its members; one whose value is `nil` is absent.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private let members: [(name: String, value: (any Encodable)?)]

    package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members.map { (name: $0.0, value: $0.1) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for case (let name, let value?) in members {
            try container.encode(value, forKey: MemberName(stringValue: name))
        }
    }
}

extension Encoder {
    /// Encodes an object's members, beside those that were encoded before.
    package func encode(_ object: JSONObject) throws { try object.encode(to: self) }
}
