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
