internal import Foundation
internal import Glibc

/// A pgbouncer before a PostgreSQL server.
public struct Pooler: Sendable {
    /// How long a client keeps a connection of the server.
    public enum Mode: String, Sendable {
        case session, transaction, statement
    }

    private static let path = "/usr/sbin/pgbouncer"

    /// Whether there is one to start.
    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// The folder of its socket, as a URL names it.
    public let host: String

    /// Starts one in a temporary folder for as long as `body` runs.
    ///
    /// - Parameter size: How many connections of the server it has.
    public static func with(
        _ mode: Mode, size: Int, before server: KeptPostgres,
        _ body: (Pooler) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var user: [String] = []
            if geteuid() == 0 {
                // pgbouncer refuses to run as root.
                try FileManager.default.setAttributes(
                    [.ownerAccountName: "postgres"], ofItemAtPath: folder)
                user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            }
            let settings = """
                [databases]
                * = host=\(server.folder) user=postgres
                [pgbouncer]
                listen_addr =
                listen_port = 5432
                unix_socket_dir = \(folder)
                auth_type = any
                pool_mode = \(mode.rawValue)
                default_pool_size = \(size)
                """
            let file = "\(folder)/pgbouncer.ini"
            try Data(settings.utf8).write(to: URL(filePath: file))
            try await Program(path: "/usr/bin/setpriv").withRunning(
                user + [path, file], folder: folder
            ) { running in
                _ = try await running.waitForErrors("process up")
                try await body(
                    Pooler(host: folder.replacingOccurrences(of: "/", with: "%2F")))
                running.send(SIGTERM)
                _ = try await running.waitForExit()
            }
        }
    }
}
