import Foundation
import Glibc
import JobQueue

/// Asks the user before something that cannot be undone.
enum Confirmation {
    /// Whether there is a terminal for the question.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks on a terminal; throws without one, where a script needs `--yes`.
    static func ask(_ question: String) throws(CommandError) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { throw .needsYes }
        try StandardStream.standardError.write("\(question.printable) [y/N] ")
        return readLine()?.lowercased() == "y"
    }
}

/// The user's consent to something that costs money or cannot be undone.
enum Consent {
    /// Prints what will be done, and asks on a terminal; without one, only `--yes` consents.
    ///
    /// - Parameter summary: How many jobs, and what they cost.
    static func given(to summary: String, for jobs: ChosenJobs, yes: Bool) throws -> Bool {
        guard !jobs.noteIfEmpty() else { return true }
        note(summary)
        return try yes || Confirmation.ask("Go ahead?")
    }
}
