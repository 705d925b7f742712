public import Foundation

/// A program on disk that tests run as a user would.
public struct Program: Sendable {
    /// Where the executable lies.
    public let path: String

    /// A program at a path.
    public init(path: String) {
        self.path = path
    }

    /// A product of this package, built beside the test bundle.
    public static func built(_ product: String) throws -> Program {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = (bundle as NSString).deletingLastPathComponent + "/" + product
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ProgramError.notBuilt(path: path)
        }
        return Program(path: path)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - environment: All that the program sees, besides `PATH`.
    ///   - folder: Its current directory; nil for the tests' own.
    ///   - input: Its standard input.
    /// - Returns: What it printed and how it ended. Cancellation kills it.
    public func run(
        _ arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil,
        input: Data = Data()
    ) async throws -> ProgramResult {
        try await withRunning(
            arguments, environment: environment, folder: folder, input: input
        ) { program in
            try await program.result()
        }
    }

    /// Runs the program beside `body`, and kills it afterwards if it still runs.
    ///
    /// The arguments are those of ``run(_:environment:folder:input:)``.
    @discardableResult
    public func withRunning<Result>(
        _ arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil,
        input: Data = Data(), body: (RunningProgram) async throws -> Result
    ) async throws -> Result {
        var environment = environment
        if environment["PATH"] == nil {
            environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        }
        // `env -C` changes the folder and becomes the program: this process keeps its own.
        let command = folder.map { ["/usr/bin/env", "-C", $0, path] } ?? [path]
        let child = try spawn(
            command[0], arguments: command.dropFirst() + arguments, environment: environment,
            input: input)
        let program = RunningProgram(child)
        defer { program.kill() }
        return try await body(program)
    }
}
