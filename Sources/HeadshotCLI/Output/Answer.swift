import Answers
import Foundation
import JobQueue

/// A command's answer: one value, printed as text for people or as JSON for programs.
protocol CommandAnswer: Encodable {
    /// The answer as lines for people, without a newline at the end.
    var text: String { get }
}

/// Writes to standard output: answers, and nothing else.
enum Output {
    static func print(_ answer: some CommandAnswer, asJSON: Bool) throws {
        try write(line: asJSON ? try AnswerJSON.text(answer) : answer.text)
    }

    /// Writes a line at once, so that it is out even if the program is killed right after.
    ///
    /// A program that reads it gets every byte; a terminal gets no control characters.
    static func write(line: String) throws(CommandError) {
        let output = StandardStream.standardOutput
        try output.write((output.isTerminal ? line.shown : line) + "\n")
    }

    /// Writes a line of a command that only prints: throws when its reader has gone away.
    static func tell(line: String) throws(CommandError) {
        try write(line: line)
        try StandardStream.standardOutput.mustHaveReader()
    }
}

/// Writes to standard error: everything that is not the answer.
func note(_ line: String) {
    // It never throws for standard error.
    try? StandardStream.standardError.write(line.shown + "\n")
}

extension String {
    /// The text with its line breaks, but without other characters that a terminal would act on.
    fileprivate var shown: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
            .joined(separator: "\n")
    }
}
