import Foundation

/// Answers as JSON: keys in a stable order, times in ISO 8601.
package enum AnswerJSON {
    /// On several lines, for an answer that is written as a whole.
    package static func text(_ answer: some Encodable) throws -> String {
        try encoded(answer, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// On one line, for an answer that is written line by line.
    package static func line(_ answer: some Encodable) throws -> String {
        try encoded(answer, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encoded(
        _ answer: some Encodable, _ formatting: JSONEncoder.OutputFormatting
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(answer), as: UTF8.self)
    }
}
