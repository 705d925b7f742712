import Foundation

/// What a command answers: one value, printed as text for people or as JSON for programs.
protocol CommandAnswer: Encodable {
    /// The answer as lines for people, without a newline at the end.
    var text: String { get }
}

/// Writes to standard output: answers, and nothing else.
enum Answers {
    static func print(_ answer: some CommandAnswer, asJSON: Bool) throws {
        write(line: asJSON ? try json(answer) : answer.text)
    }

    /// Writes a line at once, so that it stands even if the program is killed right after.
    static func write(line: String, to output: FileHandle = .standardOutput) {
        output.write(Data((line + "\n").utf8))
    }

    /// Keys in a stable order, times in ISO 8601.
    static func json(_ answer: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(answer), as: UTF8.self)
    }
}

/// Writes to standard error: everything that is not the answer.
func note(_ line: String) {
    Answers.write(line: line, to: .standardError)
}
