import Foundation
import Glibc

/// PostgreSQL servers that a test starts, copies, cuts off from one another, kills and promotes; all end with it.
public struct PostgresCluster: Sendable {
    private let folder: String
    private let programs: String
    private let user: [String]

    /// Makes a place for servers for as long as `body` runs.
    public static func with<Result>(
        _ body: (PostgresCluster) async throws -> Result
    ) async throws -> Result {
        guard let programs = PostgresServer.programs else {
            throw ProgramError.notBuilt(path: "/usr/lib/postgresql/*/bin/postgres")
        }
        return try await withTemporaryFolder { folder in
            var user: [String] = []
            if geteuid() == 0 {
                // PostgreSQL refuses to run as root.
                try FileManager.default.setAttributes(
                    [.ownerAccountName: "postgres"], ofItemAtPath: folder)
                user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            }
            let cluster = PostgresCluster(folder: folder, programs: programs, user: user)
            let outcome: Swift.Result<Result, any Error>
            do { outcome = .success(try await body(cluster)) } catch { outcome = .failure(error) }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                // One that was killed does not run, and cannot be stopped.
                _ = try await cluster.program(
                    "pg_ctl", "stop", "-D", "\(folder)/\(name)/data", "-m", "immediate")
            }
            return try outcome.get()
        }
    }

    /// One of the servers.
    public struct Node: Sendable {
        fileprivate let cluster: PostgresCluster
        /// The folder of its socket.
        fileprivate let folder: String

        /// What a copy has, too: not the socket.
        fileprivate var data: String { "\(folder)/data" }

        /// Where it answers, as URLs name it.
        public var host: String { folder.replacingOccurrences(of: "/", with: "%2F") }

        /// Its database.
        public var client: PostgresClient {
            PostgresClient(url: "postgres://postgres@\(host)/postgres")
        }

        /// Starts it, and waits until it answers.
        public func start() async throws {
            let options = "-c listen_addresses= -c fsync=off -c unix_socket_directories=\(folder)"
            try await cluster.succeed(
                "pg_ctl", "start", "-w", "-D", data, "-l", "\(folder)/log", "-o", options)
        }

        /// Kills all of its processes, as a lost machine would.
        public func kill() async throws {
            try await cluster.succeed("pg_ctl", "stop", "-D", data, "-m", "immediate")
        }

        /// Makes a standby to a server that writes.
        public func promote() async throws {
            try await cluster.succeed("pg_ctl", "promote", "-w", "-D", data)
        }

        /// Makes a standby that follows this server.
        public func standby(_ name: String) async throws -> Node {
            let node = try await backup(name, "-R")
            try await node.start()
            return node
        }

        /// Copies its files while it runs.
        public func backup(_ name: String, _ options: String...) async throws -> Node {
            let node = try cluster.node(name)
            try await cluster.succeed(
                "pg_basebackup",
                [
                    "-h", folder, "-U", "postgres", "-D", node.data, "-c", "fast", "-X", "stream",
                ] + options)
            return node
        }

        /// Gives a name to the state that it has now.
        public func nameState(_ name: String) async throws {
            try await client.run("SELECT pg_create_restore_point('\(name)')")
        }

        /// Starts a backup in a state that its origin named, from that server's log of changes, and lets it take writes.
        public func recover(to state: String, from origin: Node) async throws {
            let settings = try FileHandle(
                forWritingTo: URL(filePath: "\(data)/postgresql.auto.conf"))
            try settings.seekToEnd()
            try settings.write(
                contentsOf: Data(
                    """
                    restore_command = 'cp "\(origin.data)/pg_wal/%f" "%p"'
                    recovery_target_name = '\(state)'
                    recovery_target_action = promote

                    """.utf8))
            try settings.close()
            try Data().write(to: URL(filePath: "\(data)/recovery.signal"))
            try await start()
            try await client.wait(for: "SELECT NOT pg_is_in_recovery()")
        }

        /// Copies its folder while it does not run.
        public func copy(_ name: String) throws -> Node {
            let node = try cluster.node(name)
            let copied = Process()
            copied.executableURL = URL(filePath: "/bin/cp")
            copied.arguments = ["-a", data, node.data]
            try copied.run()
            copied.waitUntilExit()
            return node
        }
    }

    private func node(_ name: String) throws -> Node {
        let node = Node(cluster: self, folder: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
            atPath: node.folder, withIntermediateDirectories: false)
        if !user.isEmpty {
            try FileManager.default.setAttributes(
                [.ownerAccountName: "postgres"], ofItemAtPath: node.folder)
        }
        return node
    }

    /// Makes a server and starts it.
    public func server(_ name: String) async throws -> Node {
        let node = try node(name)
        try await succeed(
            "initdb", "-D", node.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8",
            "--no-locale", "--no-sync")
        try await node.start()
        return node
    }

    private func program(_ name: String, _ arguments: String...) async throws -> ProgramResult {
        try await program(name, arguments)
    }

    private func program(_ name: String, _ arguments: [String]) async throws -> ProgramResult {
        try await Program(path: "/usr/bin/setpriv").run(
            user + ["\(programs)/\(name)"] + arguments, folder: folder)
    }

    private func succeed(_ name: String, _ arguments: String...) async throws {
        try await succeed(name, arguments)
    }

    private func succeed(_ name: String, _ arguments: [String]) async throws {
        let result = try await program(name, arguments)
        guard result.exit == .status(0) else {
            throw ProgramError.endedEarly(output: result.output, errors: result.errors)
        }
    }
}
