import ArgumentParser
import Glibc

/// How a command ends that threw: the one place where an error becomes words on standard error and an exit code.
enum Failure {
    /// Tells of the error, unless it only carries an exit code, and ends the process.
    static func exit(_ error: any Error) -> Never {
        Glibc.exit(end(error).rawValue)
    }

    private static func end(_ error: any Error) -> ExitCode {
        switch error {
        case let code as ExitCode: return code
        case CommandError.readerLeft: return ExitStatus.readerLeft.code
        default: break
        }
        switch Headshot.exitCode(for: error) {
        case .success:
            // Help, the version, a script of completions.
            do { try Answers.write(line: Headshot.fullMessage(for: error)) } catch {
                return end(error)
            }
            return .success
        case .validationFailure:
            note(Headshot.fullMessage(for: error))
            return .validationFailure
        default: return tell(UserMessage(error))
        }
    }

    private static func tell(_ message: UserMessage) -> ExitCode {
        message.tell()
        return message.status.code
    }
}
