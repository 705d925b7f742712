internal import Foundation
internal import Glibc

/// A PostgreSQL server on a unix socket whose keeper ends it when this process lets go of it, however that comes about.
public final class KeptPostgres: Sendable {
    /// The folder of its socket.
    public let folder: String
    private let programs: String
    /// Never written: the keeper waits for its end.
    private let input: FileHandle

    /// The socket.
    public var socket: String { "\(folder)/.s.PGSQL.5432" }

    /// Makes a server and starts it; blocks until it answers.
    public init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("headshot-postgres-\(UUID().uuidString.prefix(8))").path
        guard let programs = PostgresServer.programs else {
            throw ProgramError.notBuilt(path: "/usr/lib/postgresql/*/bin/postgres")
        }
        self.programs = programs
        let keeper = Process()
        keeper.executableURL = URL(filePath: "/bin/sh")
        keeper.arguments = [
            "-c", Self.script, "sh", folder, programs, geteuid() == 0 ? "root" : "",
        ]
        let input = Pipe()
        let output = Pipe()
        keeper.standardInput = input
        keeper.standardOutput = output
        self.input = input.fileHandleForWriting
        // A server that is started again by this process would keep its own keeper waiting.
        _ = fcntl(self.input.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try keeper.run()
        let word = output.fileHandleForReading.availableData
        guard String(decoding: word, as: UTF8.self) == "ready\n" else {
            throw ProgramError.endedEarly(output: "", errors: "PostgreSQL did not start")
        }
    }

    deinit { try? input.close() }

    /// A URL for what is in a schema.
    ///
    /// - Parameters:
    ///   - host: Another way to the server.
    ///   - user: The role.
    public func url(
        schema: String, through host: String? = nil, user: String = "postgres"
    ) -> String {
        url(database: "postgres", through: host, user: user)
            + "?options=-csearch_path%3D\(schema)"
    }

    /// A URL for a database.
    public func url(
        database: String, through host: String? = nil, user: String = "postgres"
    ) -> String {
        let host = host ?? folder.replacingOccurrences(of: "/", with: "%2F")
        return "postgres://\(user)@\(host)/\(database)"
    }

    /// Ends the server as a power cut does, and starts it again.
    public func crash() async throws {
        var arguments = [
            "\(programs)/pg_ctl", "-D", "\(folder)/data", "-l", "\(folder)/server.log", "-m",
            "immediate", "-w", "restart",
        ]
        if geteuid() == 0 {
            arguments =
                ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
                + arguments
        }
        // The server keeps what it inherits open.
        let result = try await Program(path: "/bin/sh").run(
            ["-c", #"exec "$@" >/dev/null 2>&1 </dev/null"#, "sh"] + arguments, folder: folder)
        guard result.exit == .status(0) else {
            throw ProgramError.endedEarly(output: result.output, errors: result.errors)
        }
    }

    private static let script = """
        folder=$1 programs=$2
        mkdir -m 700 "$folder" || exit 1
        as() { "$@"; }
        if [ "$3" = root ]; then
            # PostgreSQL refuses to run as root.
            chown postgres "$folder"
            as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
        fi
        cd "$folder"
        as "$programs/initdb" --pgdata="$folder/data" --username=postgres --auth=trust \\
            --encoding=UTF8 --no-locale --no-sync >"$folder/log" 2>&1 || exit 1
        as "$programs/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w start -o "-c fsync=off \\
            -c listen_addresses= -c unix_socket_directories=$folder -c max_connections=400 \\
            -c full_page_writes=off" >>"$folder/log" 2>&1 </dev/null || exit 1
        echo ready
        exec >/dev/null 2>&1
        trap '' INT TERM HUP
        cat
        as "$programs/pg_ctl" -D "$folder/data" -m immediate stop
        cd /
        rm -rf "$folder"
        """
}
