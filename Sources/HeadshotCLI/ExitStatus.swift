import ArgumentParser
import HeadshotWorker
import JobQueue
import UnixSignals

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
        case .badEnds:
            "something was not done, or ended badly; the help of each command says what"
        case .usage: "the command line makes no sense"
        case .photoRefused: "a photo was refused"
        case .halted: "the provider is halted until a person clears the gate"
        case .internalError: "a defect of this program"
        case .disk: "the disk, a folder or standard output failed"
        case .tryLater:
            "try later: jobs remain (cooldown, cap, budget, time limit), or the queue is away"
        case .configuration: "something is not set up; 'headshot doctor' says what"
        case .interrupted: "interrupted by SIGINT"
        case .readerLeft: "standard output was closed early, as by head"
        }
    }

    var code: ExitCode { ExitCode(rawValue) }

    /// Ends the command with this status, unless it is `done`.
    func end() throws {
        if self != .done { throw code }
    }
}

// Exit statuses for the ends of jobs.

extension ExitStatus {
    /// The status of a drain's end.
    ///
    /// - Parameters:
    ///   - waiting: The jobs that are left. Jobs that their submitter scheduled for later do not count.
    ///   - waitingForKey: Those of them that need a key if there is none: trying later would not help.
    init(
        drain summary: WorkSummary, waiting: [WaitReason: Int],
        waitingForKey: [WaitReason: Int] = [:], signal: UnixSignal?
    ) {
        let isWorkLeft = Self.isWork(waiting)
        if signal == .sigint {
            self = .interrupted
        } else if Self.isWork(waitingForKey) {
            self = .configuration
        } else if isWorkLeft {
            self = summary.ending == .halted ? .halted : .tryLater
        } else {
            self = summary.badEnds > 0 ? .badEnds : .done
        }
    }

    private static func isWork(_ waiting: [WaitReason: Int]) -> Bool {
        waiting.contains { ![.scheduled, .photo].contains($0.key) && $0.value > 0 }
    }

    /// The status of watched jobs; only a halt leaves waiting ones.
    init(ends states: [JobState]) {
        if states.contains(where: { !$0.hasEnded }) {
            self = .halted
        } else {
            let bad: [JobState] = [.rejected, .failed, .uncertain]
            self = states.contains(where: bad.contains) ? .badEnds : .done
        }
    }
}
