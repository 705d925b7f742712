import CrashPoints
import Foundation
import TestSupport
import Testing

/// What `headshot queue move` does beside other processes, and when it is cut short.
extension SeveralMachinesTests {
    /// The same home with its queue in a file.
    private func inFile(_ server: Sandbox) -> Sandbox {
        var old = server
        for name in [Sandbox.queueVariable, "HEADSHOT_STORE"] { old.variables[name] = nil }
        return old
    }

    /// The words with which others are turned away during a move and after it.
    private static let turnedAway = [
        "is being moved to", "was moved to", "at work", "was cut short",
    ]

    @Test func `a move beside submits and restarted workers loses and repays nothing`() async throws
    {
        try await Sandbox.withServer { server, emulator, _ in
            let old = inFile(server)
            let photo = try old.photo()
            let printed = Observed(try await old.submitSome(10))
            let isOver = Observed(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var number = 0
                    while !isOver.value {
                        number += 1
                        let submitted = try await old.run(
                            "submit", "--force", photo, "--person", "person-\(number)")
                        let ids = submitted.output.matches(of: /(?m)^\w+/).map { String($0.0) }
                        switch submitted.exit {
                        case .status(0): printed.update { $0 += ids }
                        case .status(75), .status(78):
                            #expect(ids.isEmpty)
                            #expect(
                                Self.turnedAway.contains { submitted.errors.contains($0) },
                                "\(submitted.errors)")
                        default: Issue.record("\(submitted)")
                        }
                    }
                }
                group.addTask {
                    // As systemd restarts a worker.
                    while !isOver.value {
                        let worked = try await old.run("drain", "--max-jobs", "1")
                        guard [.status(0), .status(75), .status(78)].contains(worked.exit) else {
                            Issue.record("\(worked)")
                            return
                        }
                    }
                }
                group.addTask {
                    defer { isOver.update { $0 = true } }
                    var moved = try await server.run("queue", "move", "--yes")
                    // A drain or a worker was at work, and nothing was changed.
                    while moved.exit == .status(75) {
                        moved = try await server.run("queue", "move", "--yes")
                    }
                    #expect(moved.exit == .status(0), "\(moved.errors)")
                    #expect(moved.output.hasPrefix("Moved "), "\(moved)")
                }
                try await group.waitForAll()
            }
            let ids = printed.value
            let late = try await old.expect(
                78, "submit", "--force", photo, words: "was moved to")
            #expect(late.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: "\(old.home)/queue.sqlite"))
            #expect(try await server.drain() == 0)
            let jobs = try await server.jobs()
            #expect(Set(jobs.map(\.id)).isSuperset(of: ids))
            #expect(jobs.allSatisfy { $0.state == "succeeded" })
            #expect(try await emulator.ledger().count == jobs.count)
        }
    }

    @Test func `a queue is not moved under a worker, a drain or a server, and nothing changes`()
        async throws
    {
        try await Sandbox.withServer { server, emulator, _ in
            let old = inFile(server)
            let ids = try await old.submitSome(2)
            try await emulator.setScenario(#"{"rules":[{"answer":"hold"}]}"#)
            try await old.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                _ = try await server.expect(75, "queue", "move", "--yes", words: "at work")
                try await emulator.release()
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            do {
                // A drain has this before it is known as a worker.
                let drain = try QueueLock(home: old.home, file: "drain.lock")
                _ = try await server.expect(75, "queue", "move", "--yes", words: "at work")
                _ = consume drain
            }
            try await ServerProcess.with(old) { process in
                _ = try await server.expect(75, "queue", "move", "--yes", words: "headshot serve")
                process.program.send(SIGTERM)
                #expect(try await process.program.waitForExit() == .status(0))
            }
            #expect(try await old.jobs().map(\.id).sorted() == ids.sorted())
            let left = try FileManager.default.contentsOfDirectory(atPath: old.home)
            #expect(!left.contains("queue-move.json") && !left.contains("queue-moved.sqlite"))
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await old.drain() == 0)
        }
    }

    /// The steps of a move, and whether the queue in the home counts after it was killed there.
    static let movePoints: [(CrashPoint, countsInHome: Bool)] = [
        (.moveMarked, true), (.moveCommitting, false), (.moveCommitted, false),
        (.moveRenamed, false),
    ]

    @Test(arguments: movePoints, [false, true])
    func `a move that is killed at any step, or by a power cut, can be run again`(
        point: (CrashPoint, countsInHome: Bool), isPowerCut: Bool
    ) async throws {
        let (point, countsInHome) = point
        try await Sandbox.withServer { server, emulator, _ in
            let disk = try Disk(of: server)
            defer { disk.remove() }
            var doomed = try await disk.watched()
            let ids = try await inFile(doomed).submitSome(3)
            // Two still wait.
            let drained = try await inFile(doomed).run("drain", "--max-jobs", "1")
            #expect(drained.exit == .status(75))
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            let killed = try await doomed.run("queue", "move", "--yes")
            #expect(killed.exit == .signal(SIGKILL), "\(killed.errors)")
            if isPowerCut { try disk.cutPower() }
            let old = inFile(server)
            // Its new name is not synced yet.
            let isRenamed = point == .moveRenamed && !isPowerCut
            if countsInHome {
                #expect(try await old.drain() == 0)
            } else {
                for command in [["list"], ["drain"], ["submit", "--force", try old.photo()]] {
                    let turned = try await old.run(command)
                    #expect(turned.exit == .status(78))
                    let words = isRenamed ? "was moved to" : "was cut short"
                    #expect(turned.errors.contains(words), "\(turned.errors)")
                }
            }
            if !isRenamed {
                _ = try await server.expect(0, "queue", "move", "--yes", words: "Moved 3 jobs")
            }
            #expect(try await server.drain() == 0)
            let jobs = try await server.jobs()
            #expect(jobs.map(\.id).sorted() == ids.sorted())
            #expect(jobs.allSatisfy { $0.state == "succeeded" })
            #expect(try await emulator.ledger().count == ids.count)
        }
    }

    @Test func `a paid answer that no worker has saved is moved, and saved on another machine`()
        async throws
    {
        try await Sandbox.withServer { server, emulator, _ in
            var doomed = inFile(server)
            let ids = try await doomed.submitSome(1)
            doomed.variables["HEADSHOT_CRASH_POINT"] = "answerSpooled"
            #expect(try await doomed.run("drain").exit == .signal(SIGKILL))
            _ = try await server.expect(0, "queue", "move", "--yes", words: "Moved 1 job")
            let other = try server.onAnotherMachine("other")
            #expect(try await other.drain() == 0)
            let jobs = try await other.jobs()
            #expect(jobs.map(\.id) == ids)
            #expect(jobs.map(\.state) == ["succeeded"])
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a queue whose server only reads is told apart from one that is away`() async throws
    {
        // A role of its own, since all others of this server are those of other tests.
        let schema = try await PostgresClient.newSchema()
        let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
        try await schema.run("CREATE ROLE \(role) SUPERUSER LOGIN")
        let url = schema.url.replacing("://postgres@", with: "://\(role)@")
        try #require(url != schema.url)
        let database = PostgresClient(url: url, schema: schema.schema)
        try await Sandbox.withServer(database: database) { server, emulator, _ in
            let ids = try await server.submitSome(1)
            let token = try await server.addSpace("shop")
            try await schema.run("ALTER ROLE \(role) SET default_transaction_read_only = on")
            for command in [["submit", "--force", try server.photo()], ["drain"]] {
                let refused = try await server.run(command)
                #expect(refused.exit == .status(75), "\(refused)")
                #expect(refused.errors.contains("only reads at present"), "\(refused.errors)")
            }
            let started = ContinuousClock.now
            try await ServerProcess.with(server) { process in
                let began = ContinuousClock.now
                // It does not wait until it can store the limits of a queue that has none.
                #expect(began - started < .seconds(30))
                let answer = try await process.send(
                    "POST", "/v1/photos", token: token, person: "anna",
                    headers: ["content-type": "image/jpeg"], body: PhotoFixture.landscape())
                #expect(answer.status == 503)
                #expect(String(decoding: answer.body, as: UTF8.self).contains("queue"))
                #expect(ContinuousClock.now - began < .seconds(10))
                let ready = try await process.send("GET", "/readyz", at: process.admin)
                #expect(ready.status == 503)
                #expect(String(decoding: ready.body, as: UTF8.self).contains("\"queue\""))
            }
            try await schema.run("ALTER ROLE \(role) RESET default_transaction_read_only")
            #expect(try await server.drain() == 0)
            #expect(try await server.jobs().map(\.id) == ids)
            #expect(try await emulator.ledger().count == 1)
        }
        try await schema.run("DROP ROLE \(role)")
    }
}
