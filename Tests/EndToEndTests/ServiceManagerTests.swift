import Foundation
import TestSupport
import Testing

/// What systemd hears of a program that it started.
@Suite(.timeLimit(.minutes(10)))
struct ServiceManagerTests {
    /// Prints what arrives at a socket, a line each, with its number among those that are the same.
    private static let listener = """
        import collections, socket, sys
        door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        door.bind(sys.argv[1].replace('@', chr(0), 1))
        print('bound', file=sys.stderr, flush=True)
        heard = collections.Counter()
        while True:
            news = door.recv(99).decode()
            heard[news] += 1
            print(f"{news} ({heard[news]})", file=sys.stderr, flush=True)
        """

    private func listening(
        at path: String, _ body: (RunningProgram) async throws -> Void
    ) async throws {
        try await Program(path: "/usr/bin/python3").withRunning(["-c", Self.listener, path]) {
            manager in
            _ = try await manager.waitForErrors("bound")
            try await body(manager)
        }
    }

    @Test(arguments: [["worker"], ["serve"], ["serve", "--work"]])
    func `it hears when the work is ready, that it goes on, and that it stops`(
        command: [String]
    ) async throws {
        try await Sandbox.offline { sandbox in
            let path = "\(sandbox.folder)/notify"
            try await listening(at: path) { manager in
                var service = sandbox
                service.variables["NOTIFY_SOCKET"] = path
                service.variables["WATCHDOG_USEC"] = "30000"
                let options =
                    command == ["worker"] ? [] : ["--listen", "127.0.0.1:0", "--isolation", "best"]
                try await service.running(command + options) { program in
                    _ = try await manager.waitForErrors("READY=1")
                    _ = try await manager.waitForErrors("WATCHDOG=1")
                    program.send(SIGTERM)
                    _ = try await manager.waitForErrors("STOPPING=1")
                    #expect(try await program.waitForExit() == .status(0))
                }
            }
        }
    }

    @Test(.needsPostgres)
    func `it hears that the work goes on while the queue's server is away`() async throws {
        try await PostgresCluster.with { cluster in
            let server = try await cluster.server("only")
            try await Sandbox.offline { sandbox in
                let path = "\(sandbox.folder)/notify"
                try await listening(at: path) { manager in
                    var service = sandbox
                    service.variables[Sandbox.queueVariable] = server.client.url
                    _ = try await service.expect(0, "queue", "migrate", words: "is ready")
                    service.variables["NOTIFY_SOCKET"] = path
                    service.variables["WATCHDOG_USEC"] = "3000000"
                    try await service.running(["worker"]) { program in
                        _ = try await manager.waitForErrors("WATCHDOG=1")
                        try await server.kill()
                        let count = manager.errorsSoFar.components(separatedBy: "WATCHDOG=1").count
                        // One may have been on its way.
                        _ = try await manager.waitForErrors("WATCHDOG=1 (\(count + 1))")
                        program.kill()
                    }
                }
            }
        }
    }

    @Test func `a socket without a file is heard at, too, and a limit of others is not kept`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let path = "@headshot-\(UUID().uuidString)"
            try await listening(at: path) { manager in
                var service = sandbox
                service.variables["NOTIFY_SOCKET"] = path
                service.variables["WATCHDOG_USEC"] = "1000"
                service.variables["WATCHDOG_PID"] = "1"
                try await service.running(["worker"]) { program in
                    _ = try await manager.waitForErrors("READY=1")
                    program.send(SIGTERM)
                    _ = try await manager.waitForErrors("STOPPING=1")
                    #expect(try await program.waitForExit() == .status(0))
                }
                manager.send(SIGTERM)
                #expect(try await !manager.result().errors.contains("WATCHDOG"))
            }
        }
    }

    @Test(arguments: ["/nowhere/notify", "relative", String(repeating: "/long", count: 40)])
    func `a manager that cannot be reached stops nothing`(path: String) async throws {
        try await Sandbox.offline { sandbox in
            var service = sandbox
            service.variables["NOTIFY_SOCKET"] = path
            try await service.running(["worker"]) { program in
                _ = try await program.waitForErrors("headshot:")
                program.send(SIGTERM)
                #expect(try await program.waitForExit() == .status(0))
            }
        }
    }
}
