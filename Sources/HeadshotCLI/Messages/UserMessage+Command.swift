import Answers
import JobQueue

/// Failures of commands that have more than one cause or place.
extension UserMessage {
    static let userWithoutName = UserMessage(
        .usage, "user_without_name",
        "The user who runs this command has no name on this machine, so the person of the photos is unknown.",
        "Name the person with --person ID.")

    static func noSuchSpace(_ space: Space) -> UserMessage {
        UserMessage(
            .usage, "no_such_space", "There is no space '\(space)'.",
            "'headshot space add \(space)' makes it; 'headshot space' lists all.")
    }

    static func noSuchJob(_ name: String) -> UserMessage {
        UserMessage(
            .usage, "no_such_job", "There is no job '\(name)'.", "'headshot list' shows the jobs.")
    }

    static func unreadableList(path: String) -> UserMessage {
        UserMessage(
            .usage, "unreadable_list", "The list of photos cannot be read: \(path)",
            "It holds one path a line in UTF-8; with -0 each ends with a zero byte.")
    }

    static func headshotGone(path: String) -> UserMessage {
        UserMessage(
            .badEnds, "headshot_gone", ResultWords.gone(path),
            """
            Was it moved or removed? Where workers are started with --results, HEADSHOT_RESULTS must name \
            the same folder.
            """)
    }

    static func fileExists(path: String) -> UserMessage {
        UserMessage(.usage, "file_exists", "There is a file already: \(path)", "Name another one.")
    }

    static let needsYes = UserMessage(
        .usage, "needs_yes", "There is no terminal to ask on.", "Use --yes to go ahead.")

    static func unwritableAnswer(detail: String) -> UserMessage {
        UserMessage(
            .disk, "unwritable_answer", "The answer cannot be written: \(detail)",
            "What the command did stands; 'headshot list' shows the jobs.")
    }

    static let readerLeft = UserMessage(
        .readerLeft, "reader_left", "The reader of the answers left.")
}
