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
            let printed = Shared(try await old.submitSome(10))
            let isOver = Shared(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var number = 0
                    while !isOver.now {
                        number += 1
                        let submitted = try await old.run(
                            "submit", "--force", photo, "--person", "person-\(number)")
                        let ids = submitted.output.split(separator: "\n").map(String.init)
                        switch submitted.exit {
                        case .status(0): printed.change { $0 += ids }
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
                    while !isOver.now {
                        let worked = try await old.run("drain", "--max-jobs", "1")
                        guard [.status(0), .status(75), .status(78)].contains(worked.exit) else {
                            Issue.record("\(worked)")
                            return
                        }
                    }
                }
                group.addTask {
                    defer { isOver.change { $0 = true } }
                    var moved = try await server.run("queue", "move", "--yes")
                    // A drain or a worker was at work, and nothing was changed.
                    while moved.exit == .status(75) {
                        moved = try await server.run("queue", "move", "--yes")
                    }
                    #expect(moved.exit == .status(0), "\(moved.errors)")
                }
                try await group.waitForAll()
            }
            let ids = printed.now
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

    @Test func `a queue is not moved under a worker or a server, and nothing changes`() async throws
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
    static let movePoints: [(CrashPoint, Bool)] = [
        (.moveMarked, true), (.moveCommitting, false), (.moveCommitted, false),
        (.moveRenamed, false),
    ]

    @Test(arguments: movePoints)
    func `a move that is killed at any step can be run again`(
        point: CrashPoint, countsInHome: Bool
    ) async throws {
        try await Sandbox.withServer { server, emulator, _ in
            let old = inFile(server)
            let ids = try await old.submitSome(3)
            // Two still wait.
            #expect(try await old.run("drain", "--max-jobs", "1").exit == .status(75))
            var doomed = server
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            let killed = try await doomed.run("queue", "move", "--yes")
            #expect(killed.exit == .signal(SIGKILL), "\(killed.errors)")
            if countsInHome {
                #expect(try await old.drain() == 0)
            } else {
                for command in [["list"], ["drain"], ["submit", "--force", try old.photo()]] {
                    let turned = try await old.run(command)
                    #expect(turned.exit == .status(78))
                    let words = point == .moveRenamed ? "was moved to" : "was cut short"
                    #expect(turned.errors.contains(words), "\(turned.errors)")
                }
            }
            if point != .moveRenamed {
                _ = try await server.expect(0, "queue", "move", "--yes", words: "Moved 3 jobs")
            }
            #expect(try await server.drain() == 0)
            let jobs = try await server.jobs()
            #expect(jobs.map(\.id).sorted() == ids.sorted())
            #expect(jobs.allSatisfy { $0.state == "succeeded" })
            #expect(try await emulator.ledger().count == ids.count)
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
            // A server waits at its start until it can store the limits of a queue that has none.
            _ = try await server.expect(0, "queue", "limits", "--daily-cap", "10")
            try await schema.run("ALTER ROLE \(role) SET default_transaction_read_only = on")
            for command in [["submit", "--force", try server.photo()], ["drain"]] {
                let refused = try await server.run(command)
                #expect(refused.exit == .status(75), "\(refused)")
                #expect(refused.errors.contains("only reads at present"), "\(refused.errors)")
            }
            try await ServerProcess.with(server) { process in
                let began = ContinuousClock.now
                let answer = try await process.send(
                    "POST", "/v1/photos", token: token, person: "anna",
                    headers: ["content-type": "image/jpeg"], body: PhotoFixture.jpeg())
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
