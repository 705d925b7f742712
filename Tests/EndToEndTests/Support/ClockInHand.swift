import Foundation
import TestSupport

/// The time of day of a program in the hand of a test; its other clocks run as they do.
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
        try Data("\(seconds)\n".utf8).write(to: URL(filePath: file), options: .atomic)
    }

    /// Sets the clock to a time such as `2031-11-21T10:00:00Z`.
    func set(to time: String) throws {
        let moment = try Date(time, strategy: .iso8601)
        try set(ahead: Int(moment.timeIntervalSince(Date()).rounded(.up)))
    }

    /// Runs the built program by this clock beside `body`, and kills it afterwards.
    func running(
        _ arguments: [String], in sandbox: Sandbox, _ body: (RunningProgram) async throws -> Void
    ) async throws {
        try await given(to: sandbox).running(arguments, body)
    }

    /// A sandbox whose programs run by this clock.
    func given(to sandbox: Sandbox) async throws -> Sandbox {
        var sandbox = sandbox
        sandbox.variables["LD_PRELOAD"] = try await PreloadedLibrary.clock.path
        sandbox.variables["CLOCK_AHEAD"] = file
        return sandbox
    }
}

extension ClockInHand {
    /// Serves an app of a preset, whose space is in GMT, by a clock that is set to a time, for as long as `body` runs.
    static func serving(
        _ preset: String, as space: String, _ options: [String] = [], at time: String,
        _ body: (ServerProcess, _ token: String, ClockInHand, Sandbox) async throws -> Void
    ) async throws {
        try await Sandbox.offline { plain in
            let clock = try ClockInHand(in: plain)
            var sandbox = try await clock.given(to: plain)
            sandbox.variables["TZ"] = "GMT"
            try clock.set(to: time)
            let token = try await sandbox.addSpace(
                space,
                ["--preset", preset, "--time-zone", "GMT", "--scope", "operate"] + options)
            try await ServerProcess.with(sandbox) { server in
                try await body(server, token, clock, sandbox)
            }
        }
    }
}
