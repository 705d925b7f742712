import Answers
import ArgumentParser
import Foundation
import JobQueue
import Logging
import Setup
import Synchronization

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
    static func write(line: String) throws(UserMessage) { try write(text: line + "\n") }

    /// Writes a part of an answer as a line is written.
    static func write(text: String) throws(UserMessage) {
        let output = StandardStream.standardOutput
        try output.write(output.isTerminal ? text.shown : text)
    }

    /// Writes a part of a list while it is read; ends the command when its reader has gone away.
    static func stream(_ text: String) throws {
        try write(text: text)
        guard StandardStream.standardOutput.isRead else { throw ExitCode.success }
    }

    /// Writes a line of a command that only prints: throws when its reader has gone away.
    static func print(line: String) throws(UserMessage) {
        try write(line: line)
        try StandardStream.standardOutput.mustHaveReader()
    }
}

/// Writes to standard error: everything that is not the answer.
func note(_ line: String) {
    Notes.write(Notes.formatted(line))
}

/// How standard error is written.
enum Notes {
    /// The format of the log if standard error is a log; `nil` if people read it.
    private static let format = Mutex<LogFormat?>(nil)

    /// Writes as the log of a command, if it has one.
    static func follow(_ command: any ParsableCommand) throws {
        guard let command = command as? any LoggingCommand else { return }
        let format = try command.home.settings.configuration().logFormat(command.work.logFormat)
        // People read a text as it is.
        Self.format.withLock { $0 = format == .text ? nil : format }
    }

    static func formatted(_ line: String) -> String {
        format.withLock(\.self)?.line(.notice, line, at: Environment.process.now) ?? line
    }

    /// Writes a line as it is.
    static func write(_ line: String) {
        // It never throws for standard error.
        try? StandardStream.standardError.write(line.shown + "\n")
    }
}

/// A command whose standard error is a log.
protocol LoggingCommand: AsyncParsableCommand {
    var home: HomeOptions { get }
    var work: WorkOptions { get }
}

extension String {
    /// The text with its line breaks, but without other characters that a terminal would act on.
    fileprivate var shown: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
            .joined(separator: "\n")
    }
}
