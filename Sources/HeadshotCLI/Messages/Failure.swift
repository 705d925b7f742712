import Answers
import ArgumentParser
import Foundation
import Glibc
import Ground

/// Ends a command that threw: the only place where an error becomes words, or JSON, and an exit code.
struct Failure {
    private let isJSON: Bool
    /// The command, as it is typed.
    private let command: String

    /// - Parameter arguments: The command line; even an invalid one can ask for JSON.
    init(arguments: [String]) {
        command = Headshot.path(of: arguments.dropFirst()).joined(separator: " ")
        isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Reports the error, unless it only carries an exit code, and ends the process.
    func exit(_ error: any Error) -> Never {
        ProcessEnd.leave(end(error).rawValue)
    }

    private func end(_ error: any Error) -> ExitCode {
        if let code = error as? ExitCode { return code }
        if error as? UserMessage == .readerLeft { return ExitStatus.readerLeft.code }
        if let usage = error as? UsageError {
            // It was thrown by a command that runs, of which the parser knows nothing any more.
            return show(
                UserMessage(
                    .usage, "usage", usage.message, "See '\(command) --help' for more information.")
            )
        }
        switch Headshot.exitCode(for: error) {
        case .success:
            // Help, the version, or a completion script.
            do { try Output.write(line: Headshot.fullMessage(for: error)) } catch {
                return end(error)
            }
            return .success
        case .validationFailure:
            guard isJSON else {
                note(SecretText.withoutKeys(Headshot.fullMessage(for: error)))
                return .validationFailure
            }
            return show(UserMessage(usage: error))
        default: return show(UserMessage(error))
        }
    }

    private func show(_ message: UserMessage) -> ExitCode {
        if isJSON {
            // Three strings and a number can always be encoded.
            let error: JSONObject = [
                "code": message.code, "exit": message.status.rawValue,
                "message": message.sentence, "next": message.hint,
            ]
            Notes.write((try? AnswerJSON.line(["error": error])) ?? message.sentence)
        } else {
            message.writeNote()
        }
        return message.status.code
    }
}

extension UserMessage {
    fileprivate init(usage error: any Error) {
        let lines = Headshot.fullMessage(for: error).split(separator: "\n")
        let help = lines.last.map { $0.trimmingCharacters(in: .whitespaces) }
        self.init(.usage, "usage", Headshot.message(for: error), help)
    }
}

/// The end of the process.
enum ProcessEnd {
    /// Ends the process at once, with all that was written.
    ///
    /// What libraries do at a usual exit is left out: OpenSSL frees then what threads that used TLS still look at.
    static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
