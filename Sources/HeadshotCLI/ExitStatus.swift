import ArgumentParser

/// The program's exit codes, by what the caller should do; the numbers are from sysexits.h if it has one.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case badEnds = 1
    case usage = 64
    case photoRefused = 65
    case halted = 69
    case internalError = 70
    case disk = 74
    case tryLater = 75
    case configuration = 78
    case interrupted = 130
    case readerLeft = 141

    /// What it means, for help and documentation.
    var meaning: String {
        switch self {
        case .done: "done"
        case .badEnds: "some jobs ended badly, or the job is not one to do this with"
        case .usage: "the command line makes no sense"
        case .photoRefused: "a photo was refused"
        case .halted: "the provider is halted until a person clears the gate"
        case .internalError: "a defect of this program"
        case .disk: "the disk, a folder or standard output failed"
        case .tryLater: "jobs remain; try later (cooldown, cap, budget, time limit)"
        case .configuration: "something is not set up; 'headshot doctor' says what"
        case .interrupted: "interrupted by SIGINT"
        case .readerLeft: "the reader of the answers left before all was told"
        }
    }

    /// The code as the argument parser throws it.
    var code: ExitCode { ExitCode(rawValue) }

    /// Ends the command with this status, unless it is `done`.
    func end() throws {
        if self != .done { throw code }
    }
}
