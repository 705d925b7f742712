import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server for all tests of this process, started when the first one asks; it ends with the process.
public enum SharedPostgres {
    /// A connection string for a schema of its own, which is empty.
    public static func newSchema() throws -> (place: String, schema: String) {
        let schema = "test\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
        let folder = try server.get()
        let host = folder.replacingOccurrences(of: "/", with: "%2F")
        let place = "postgres://postgres@\(host)/postgres?options=-csearch_path%3D\(schema)"
        return (place, schema)
    }

    private static let count = Atomic(0)

    /// The folder of its socket.
    private static let server = Result { try start() }

    /// Makes a server whose keeper ends it when this process lets go of its input, however that comes about.
    private static func start() throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("headshot-postgres-\(UUID().uuidString)").path
        guard let programs = PostgresServer.programs else {
            throw ProgramError.notBuilt(path: "/usr/lib/postgresql/*/bin/postgres")
        }
        let keeper = Process()
        keeper.executableURL = URL(filePath: "/bin/sh")
        keeper.arguments = ["-c", script, "sh", folder, programs, geteuid() == 0 ? "root" : ""]
        let input = Pipe()
        let output = Pipe()
        keeper.standardInput = input
        keeper.standardOutput = output
        try keeper.run()
        let word = output.fileHandleForReading.availableData
        guard String(decoding: word, as: UTF8.self) == "ready\n" else {
            throw ProgramError.endedEarly(output: "", errors: "PostgreSQL did not start")
        }
        // Never closed by us: the kernel does that.
        inputs.withLock { $0.append(input) }
        return folder
    }

    private static let inputs = Mutex<[Pipe]>([])

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
