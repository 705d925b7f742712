import Foundation
import Glibc
import JobQueue

/// A question that a person answers before something cannot be undone.
enum Confirmation {
    /// Whether there is a terminal to ask on.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks on a terminal; a script has to say `--yes`.
    static func ask(_ question: String) throws(CommandError) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { throw .needsYes }
        try StandardStream.standardError.write("\(question.printable) [y/N] ")
        return readLine()?.lowercased() == "y"
    }
}
