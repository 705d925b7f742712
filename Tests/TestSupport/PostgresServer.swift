import Foundation
import Glibc
public import Testing

/// A PostgreSQL server on a unix socket, which lets everybody in.
public struct PostgresServer: Sendable {
    /// The folder of its socket.
    fileprivate let folder: String

    /// How libpq reaches it.
    public var place: String { "host=\(folder) user=postgres dbname=postgres" }

    /// The same as a URL.
    public var url: String {
        "postgres://postgres@\(folder.replacingOccurrences(of: "/", with: "%2F"))/postgres"
    }

    /// The server of the suite that runs.
    @TaskLocal public static var current: PostgresServer?

    /// The folder of the newest server's programs, if one is installed.
    static var programs: String? {
        let versions = "/usr/lib/postgresql"
        let names = try? FileManager.default.contentsOfDirectory(atPath: versions)
        return names?.max { $0.compare($1, options: .numeric) == .orderedAscending }
            .map { "\(versions)/\($0)/bin" }
    }

    /// Whether there is a server to start.
    public static var isInstalled: Bool { programs != nil }

    /// Whether tests are to run with a server, too: one is there, or all that tests need has been installed.
    public static var isNeeded: Bool {
        isInstalled || ProcessInfo.processInfo.environment["HEADSHOT_TESTS_REQUIRE_ALL"] == "1"
    }

    /// Starts a server in a temporary folder for as long as `body` runs.
    ///
    /// - Parameter settings: What differs from its defaults, as `name=value`.
    static func with(
        _ settings: [String], _ body: (PostgresServer) async throws -> Void
    ) async throws {
        guard let programs else {
            throw ProgramError.notBuilt(path: "/usr/lib/postgresql/*/bin/postgres")
        }
        try await withTemporaryFolder { folder in
            var user: [String] = []
            if geteuid() == 0 {
                // PostgreSQL refuses to run as root.
                try FileManager.default.setAttributes(
                    [.ownerAccountName: "postgres"], ofItemAtPath: folder)
                user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            }
            // Becomes the program, so that signals reach it.
            let asUser = Program(path: "/usr/bin/setpriv")
            let data = "\(folder)/data"
            let made = try await asUser.run(
                user + [
                    "\(programs)/initdb", "--pgdata=\(data)", "--username=postgres",
                    "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync",
                ], folder: folder)
            guard made.exit == .status(0) else {
                throw ProgramError.endedEarly(output: made.output, errors: made.errors)
            }
            let all = ["listen_addresses=", "fsync=off", "unix_socket_directories=\(folder)"]
            let options = (all + settings).flatMap { ["-c", $0] }
            try await asUser.withRunning(
                user + ["\(programs)/postgres", "-D", data] + options, folder: folder
            ) { running in
                _ = try await running.waitForErrors("ready to accept connections")
                let server = PostgresServer(folder: folder)
                do {
                    try await body(server)
                } catch {
                    try await end(running)
                    throw error
                }
                try await end(running)
            }
        }
    }

    /// Ends it at once, and its children with it; a killed one would leave them, and shared memory.
    private static func end(_ running: RunningProgram) async throws {
        running.send(SIGQUIT)
        _ = try await running.waitForExit()
    }
}

/// Starts a server once for a suite.
public struct PostgresServerTrait: SuiteTrait, TestScoping {
    let settings: [String]

    /// Runs the suite beside the server.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await PostgresServer.with(settings) { server in
            try await PostgresServer.$current.withValue(server) { try await function() }
        }
    }
}

extension Trait where Self == PostgresServerTrait {
    /// Runs a suite beside a PostgreSQL server of its own, with settings of the form `name=value`.
    public static func postgresServer(_ settings: String...) -> Self {
        PostgresServerTrait(settings: settings)
    }
}
