import TestSupport

extension Sandbox {
    /// Runs a script of bash, in which `$headshot` is the built program.
    func shell(_ script: String) async throws -> ProgramResult {
        try await shell(script) { try await $0.result() }
    }

    /// Runs a script of bash beside `body`, and kills bash afterwards if it still runs.
    @discardableResult
    func shell<Result>(
        _ script: String, _ body: (RunningProgram) async throws -> Result
    ) async throws -> Result {
        var environment = variables
        environment["headshot"] = try Program.built("headshot").path
        return try await Program(path: "/bin/bash")
            .withRunning(["-c", script], environment: environment, folder: folder, body: body)
    }
}
