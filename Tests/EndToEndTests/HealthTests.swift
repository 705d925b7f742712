import Foundation
import TestSupport
import Testing

/// `headshot health`, as a supervisor asks it of a server.
@Suite(.timeLimit(.minutes(10)))
struct HealthTests {
    @Test func `a server that takes orders is healthy, also while no worker runs`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                let health = try await sandbox.run("health", "--url", server.admin)
                #expect(health.exit == .status(0))
                #expect(health.output == "degraded: no worker is running\n")
                let json = try await sandbox.run("health", "--url", "\(server.admin)/", "--json")
                #expect(json.exit == .status(0))
                let told = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
                let asked = try await server.send("GET", "/readyz", at: server.admin)
                #expect(try told as? NSDictionary == asked.json as NSDictionary)
            }
        }
    }

    @Test func `a socket is asked like an address`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let path = "\(sandbox.folder)/admin.sock"
            let arguments = [
                "serve", "--work", "--isolation", "best", "--listen", "127.0.0.1:0", "--admin",
                "unix:\(path)",
            ]
            try await sandbox.running(arguments) { server in
                _ = try await server.waitForErrors("Health and metrics: unix:")
                _ = try await server.waitForErrors("worker started")
                let health = try await sandbox.run("health", "--socket", path)
                #expect(health.exit == .status(0), "\(health.errors)")
                #expect(health.output == "ready\n")
            }
            let gone = try await sandbox.run("health", "--socket", path)
            #expect(gone.exit == .status(1))
        }
    }

    @Test func `a worker is healthy while it looks for jobs, and not if it hangs or is gone`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let none = try await sandbox.run("health", "--worker")
            #expect(none.exit == .status(1))
            #expect(none.output == "unavailable: no worker is running\n")
            try await sandbox.running(["worker"]) { worker in
                _ = try await worker.waitForErrors("worker started")
                let well = try await sandbox.run("health", "--worker")
                #expect(well.exit == .status(0), "\(well.errors)")
                #expect(well.output == "ready\n")

                worker.send(SIGSTOP)
                // A pause of a moment is no hang.
                #expect(try await sandbox.run("health", "--worker").exit == .status(0))
                let clock = try ClockInHand(in: sandbox)
                try clock.set(ahead: 150)
                let late = try await clock.given(to: sandbox).run("health", "--worker", "--json")
                #expect(late.exit == .status(1))
                #expect(late.output.contains(#""worker_hangs""#))
                worker.send(SIGCONT)
            }
            #expect(try await sandbox.run("health", "--worker").exit == .status(1))
        }
    }

    @Test func `a server whose queue is gone is not healthy`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                try tamper(withQueueOf: sandbox.home, "DROP TABLE gate")
                let health = try await sandbox.run("health", "--url", server.admin)
                #expect(health.exit == .status(1))
                #expect(health.output == "unavailable: the queue cannot be read\n")
            }
        }
    }

    @Test func `what is no server is named, with the reason`() async throws {
        let dead = try ScriptedServer()
        dead.stopListening()
        let silent = try ScriptedServer([.readRequest, .hold])
        let other = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data("<html>".utf8))),
        ])
        try await Sandbox.offline { sandbox in
            for (server, words) in [(dead, "connect"), (silent, "timed out"), (other, "200")] {
                let health = try await sandbox.run("health", "--url", server.url, "--json")
                #expect(health.exit == .status(1))
                #expect(health.output.isEmpty)
                #expect(health.errors.contains(#""code":"no_health""#))
                #expect(health.errors.contains(words), "\(health.errors)")
            }
            let both = try await sandbox.run("health", "--url", dead.url, "--socket", "a.sock")
            #expect(both.exit == .status(64))
            let server = try await sandbox.run("health", "--worker", "--socket", "a.sock")
            #expect(server.exit == .status(64))
        }
    }
}
