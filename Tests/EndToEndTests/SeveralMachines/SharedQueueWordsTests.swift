import Foundation
import TestSupport
import Testing

/// The commands over a queue on a server, and their words.
extension SeveralMachinesTests {
    @Test func `every command works on a queue on a server as on one in a file`() async throws {
        try await Sandbox.withServer { sandbox, emulator, view in
            let ids = try await sandbox.submitSome(3)
            #expect(try await sandbox.expect(0, "status", "--json").contains("\"waiting\" : 3"))
            _ = try await sandbox.expect(0, "cancel", ids[0])
            _ = try await sandbox.expect(0, "watch", ids[0])
            #expect(try await sandbox.drain() == 0)
            #expect(
                try await sandbox.jobs().map(\.state).sorted()
                    == ["cancelled", "succeeded", "succeeded"])
            #expect(try await sandbox.job(ids[1]).charges.map(\.state) == ["paid"])
            _ = try await sandbox.expect(0, "retry", ids[0])
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "answerArrived"
            #expect(try await doomed.run("drain").exit == .signal(SIGKILL))
            #expect(try await sandbox.drain() == 0)
            let uncertain = try #require(
                try await sandbox.jobs().first { $0.state == "uncertain" })
            _ = try await sandbox.expect(
                1, "resolve", uncertain.id, "--not-paid", words: "may still be on its way")
            _ = try await sandbox.expect(0, "resolve", uncertain.id, "--paid")
            #expect(try await sandbox.expect(0, "usage").contains("anna"))
            _ = try await sandbox.expect(0, "gate")
            #expect(try await sandbox.drain() == 0)
            try await sandbox.expectPromises(printed: ids, emulator)
            _ = try await sandbox.expect(0, "forget", "anna", "--yes")
            #expect(try await sandbox.jobs().isEmpty)
            let left = try await view.store.objects().keys.filter { !$0.hasPrefix("payments/") }
            #expect(left.allSatisfy { $0 == "room" || $0.hasPrefix("meta/") }, "\(left)")
            _ = try await sandbox.expect(0, "prune")
            let rows = try await view.database.run(
                "SELECT count(*) FROM charge WHERE person = 'anna'")
            #expect(rows == "0")
        }
    }

    @Test func `a queue on a server is backed up by PostgreSQL's own tools`() async throws {
        try await Sandbox.withServer { sandbox, _, _ in
            let words = "by PostgreSQL's own tools"
            _ = try await sandbox.expect(64, "backup", "--queue-only", "copy.sqlite", words: words)
            try sandbox.write("no queue", to: "copy.sqlite")
            _ = try await sandbox.expect(64, "restore", "copy.sqlite", "--yes", words: words)
            #expect(
                FileManager.default.contents(atPath: "\(sandbox.folder)/copy.sqlite")
                    == Data("no queue".utf8))
        }
    }

    @Test func `while the queue's server is away, nothing is queued and each command says so`()
        async throws
    {
        try await Sandbox.withServer { served, emulator, view in
            var sandbox = served
            let photo = try sandbox.photo()
            sandbox.variables[Sandbox.queueVariable] = "postgres://postgres@127.0.0.1:9/away"
            let submitted = try await sandbox.run("submit", "--force", photo)
            #expect(submitted.exit == .status(75))
            #expect(submitted.output.isEmpty)
            #expect(submitted.errors.contains("The queue at 127.0.0.1:9/away does not answer"))
            #expect(submitted.errors.contains("Nothing was queued"))
            for command in ["drain", "list"] {
                _ = try await sandbox.expect(75, command, words: "does not answer")
            }
            view.proxy.takeAway()
            let unstored = try await served.run("submit", "--force", photo)
            #expect(unstored.exit == .status(75))
            #expect(unstored.output.isEmpty)
            #expect(unstored.errors.contains("Nothing was queued."))
            view.proxy.putBack()
            #expect(try await served.jobs().isEmpty)
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    @Test func `settings that differ from the queue's are refused, and passwords in URLs`()
        async throws
    {
        try await Sandbox.withServer { sandbox, _, view in
            #expect(try await sandbox.drain() == 0)
            _ = try await sandbox.expect(
                78, "worker", "--daily-cap", "3",
                words: "HEADSHOT_DAILY_CAP says 3, but the queue's daily cap is 10.")
            // The home of this machine knows its store already.
            var other = try sandbox.onAnotherMachine("second")
            other.variables["HEADSHOT_STORE"] = "\(view.store.url)-other"
            _ = try await other.expect(78, "list", words: "lie in \(view.store.url)/")
            other = sandbox
            other.variables[Sandbox.queueVariable] = "postgres://me:hunter2@127.0.0.1/queue"
            for command in ["list", "worker", "doctor", "config"] {
                #expect(!"\(try await other.run(command))".contains("hunter2"))
            }
            _ = try await other.expect(78, "list", words: "HEADSHOT_QUEUE has a password")
            let doctor = try await sandbox.run("doctor", "--offline")
            #expect(doctor.exit == .status(0), "\(doctor)")
        }
    }

    @Test(arguments: [
        ("nobody@127.0.0.1:PORT/postgres", "role \"nobody\" does not exist"),
        ("postgres@127.0.0.1:PORT/nothing", "database \"nothing\" does not exist"),
        ("postgres@127.0.0.1:PORT/postgres?sslmode=verify-full", "does not support SSL"),
    ])
    func `a server that refuses the connection is no server that is away`(
        place: String, words: String
    ) async throws {
        try await Sandbox.withServer { served, _, _ in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            var sandbox = served
            let port = try #require(proxy.host.split(separator: ":").last)
            sandbox.variables[Sandbox.queueVariable] =
                "postgres://" + place.replacing("PORT", with: port)
            for command in ["list", "worker"] {
                _ = try await sandbox.expect(78, command, words: words)
            }
        }
    }

    @Test(arguments: ["migrate", "migrate --json", "limits --daily-cap 4"])
    func `what is done to a queue on a server is told, or it is told that this failed`(
        command: String
    ) async throws {
        try await Sandbox.withServer { sandbox, _, _ in
            let result = try await sandbox.shell("\"$headshot\" queue \(command) >/dev/full")
            #expect(result.exit == .status(74), "\(result.errors)")
            #expect(result.errors.contains("No space left on device"))
        }
    }

    @Test func `a queue that moves to a server goes on there, with its photos and its charges`()
        async throws
    {
        try await Sandbox.withServer { server, emulator, view in
            var old = server
            for name in [Sandbox.queueVariable, "HEADSHOT_STORE"] { old.variables[name] = nil }
            let ids = try await old.submitSome(3)
            _ = try await old.run("drain", "--max-jobs", "2")
            _ = try await server.expect(78, "list", words: "headshot queue move")
            var half = server
            half.variables["HEADSHOT_STORE"] = nil
            _ = try await half.expect(78, "drain", words: "headshot queue move")
            // What a worker that came too early left there is no hindrance.
            #expect(try await server.onAnotherMachine("early").drain() == 0)
            _ = try await server.expect(0, "queue", "move", "--yes", words: "Moved 3 jobs")
            // As if the first one had been cut short just before its end.
            try FileManager.default.moveItem(
                atPath: "\(old.home)/queue-moved.sqlite", toPath: "\(old.home)/queue.sqlite")
            _ = try await server.expect(0, "queue", "move", "--yes", words: "Moved 3 jobs")
            #expect(try await server.drain() == 0)
            #expect(try await server.jobs().allSatisfy { $0.state == "succeeded" })
            #expect(try await emulator.ledger().count == ids.count)
            for id in ids {
                _ = try await server.expect(0, "result", id, "--output", "\(id).png")
                #expect(try await server.job(id).charges.map(\.state) == ["paid"])
            }
            _ = try await server.expect(64, "queue", "move", "--yes", words: "no queue to move")
        }
    }
}
