import Foundation
import Glibc

/// A question that a person answers before something cannot be undone.
enum Confirmation {
    /// Asks on a terminal; a script has to say `--yes`.
    static func ask(_ question: String) throws(CommandError) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { throw .needsYes }
        FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
        return readLine()?.lowercased() == "y"
    }
}
