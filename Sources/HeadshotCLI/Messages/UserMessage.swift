import Answers
import Generation
import Ground
import HeadshotWorker
import Isolation
import JobQueue
import Nets
import ObjectStore
import Pages
import PromptFactory
import Setup
import Validation

/// The message for an error: what happened, what to do next, and the exit code.
struct UserMessage: Error, Equatable {
    /// The error's code for programs; stable even if the words change.
    let code: String
    let sentence: String
    let hint: String?
    let status: ExitStatus

    /// Makes a message; untrusted text in it can neither move a terminal's cursor nor forge a line, and a key that was given in
    /// the wrong place is not repeated.
    init(_ status: ExitStatus, _ code: String, _ sentence: String, _ hint: String? = nil) {
        self.code = code
        self.sentence = SecretText.withoutKeys(sentence).printable
        self.hint = hint.map(SecretText.withoutKeys)?.split(separator: "\n").map {
            String($0).printable
        }.joined(
            separator: "\n")
        self.status = status
    }

    func writeNote() {
        note(status == .done ? sentence : "headshot: \(sentence)")
        if let hint { note("  \(hint.replacing("\n", with: "\n  "))") }
    }

    /// The only switch from typed errors to words; any other error is a bug.
    init(_ error: any Error) {
        switch error {
        case let message as UserMessage: self = message
        case let error as SetupError: self.init(setup: error)
        case let error as JobQueueError: self.init(queue: error)
        case let error as WorkerError: self.init(worker: error)
        case let error as StorageError: self.init(storage: error)
        case let error as Validation.ValidationError: self.init(photo: error)
        case let error as GenerationError: self.init(generation: error)
        case let error as NetsError: self.init(models: error)
        case let error as IsolationError: self.init(isolation: error)
        case PagesError.badTemplate(let name, let detail):
            self.init(.internalError, "bad_template", "The page '\(name)' is not right: \(detail)")
        case ServerError.cannotListen(let address, let detail):
            self.init(
                .configuration, "cannot_listen", "\(address) cannot be listened on: \(detail)",
                "Another server may be there; --listen and --admin name other addresses.")
        case let error as PromptError:
            self.init(
                .configuration, "bad_prompts", "The prompts are not right: \(error)",
                "Fix the file, or use --prompts.")
        default: self.init(.internalError, "internal", "Unexpected: \(error)")
        }
    }
}

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

    /// What to do about a disk that failed, by how full it is.
    static func diskAdvice(of path: String) -> String {
        let free = FreeSpace.bytes(at: path) ?? FreeSpace.bytes(at: path.parentFolder)
        guard let free, free < 64_000_000 else {
            return "Is it full, or read-only? Nothing is lost; go on once it works again."
        }
        return """
            Only \(free / 1_000_000) MB are free there. Nothing is lost; make room, for instance by 'headshot prune', and go on.
            """
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
