import Foundation
import TestSupport

/// The time of day of a program in the hand of a test, by Debian's `faketime`; its other clocks run as they do.
struct ClockInHand: Sendable {
    private let file: String

    /// Makes a clock that goes right so far.
    init(in sandbox: Sandbox) throws {
        file = "\(sandbox.folder)/clock"
        try set(ahead: 0)
    }

    /// Sets the clock so many seconds before or after the right time, while the program runs.
    func set(ahead seconds: Int) throws {
        // Replaced in one step, since the program reads it at any moment.
        try Data("\(seconds < 0 ? "" : "+")\(seconds)\n".utf8)
            .write(to: URL(filePath: file), options: .atomic)
    }

    /// Runs the built program by this clock beside `body`, and kills it afterwards.
    func running(
        _ arguments: [String], in sandbox: Sandbox, _ body: (RunningProgram) async throws -> Void
    ) async throws {
        var environment = sandbox.variables
        environment["FAKETIME_TIMESTAMP_FILE"] = file
        environment["FAKETIME_NO_CACHE"] = "1"
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        let command = [
            // `faketime` waits for its child, which is to end with it, and sets a variable that overrides the file.
            "-f", "+0", "setpriv", "--pdeathsig", "KILL", "env", "-u", "FAKETIME",
            try Program.built("headshot").path,
        ]
        try await Program(path: "/usr/bin/faketime").withRunning(
            command + arguments, environment: environment, folder: sandbox.folder, body: body)
    }
}
