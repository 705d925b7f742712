import Foundation
import Glibc
import TestSupport
import Testing

/// Another process holds the queue's lock, as one that was stopped does.
@Suite(.timeLimit(.minutes(10)))
struct HeldLockTests {
    @Test(arguments: [["list"], ["status"], ["submit", "--force", "photo.jpg"]])
    func `a command says for which process it waits, and goes on once that is gone`(
        command: [String]
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            _ = try await sandbox.submitOne()
            try PhotoFixture.landscape(seed: 3).write(
                to: URL(filePath: "\(sandbox.folder)/photo.jpg"))
            try await holding(sandbox) { holder in
                try await sandbox.running(command) { waiting in
                    let line = try await waiting.waitForErrors("holds the queue")
                    #expect(line.contains("sleep (process \(holder.processID))"), "\(line)")
                    holder.kill()
                    #expect(try await waiting.waitForExit() == .status(0))
                }
            }
        }
    }

    @Test func `a worker logs for which process it waits`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            try await sandbox.running(["worker", "--log-format", "json"]) { worker in
                _ = try await worker.waitForErrors("started")
                try await holding(sandbox) { holder in
                    let line = try await worker.waitForErrors("holds the queue")
                    #expect(line.contains("sleep (process \(holder.processID))"), "\(line)")
                    #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil)
                    holder.kill()
                    worker.send(SIGTERM)
                    #expect(try await worker.waitForExit() == .status(0))
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a server refuses within ten seconds what it cannot write, however many ask`(
        works: Bool
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            var sandbox = sandbox
            if works { sandbox.variables["HEADSHOT_WORK"] = "1" }
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: "81f3")
                try await holding(sandbox) { holder in
                    // Also its worker waits by now, and for longer than requests do.
                    if works {
                        _ = try await server.program.waitForErrors("holds the queue")
                    }
                    let began = ContinuousClock.now
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 0..<20 {
                            group.addTask {
                                let answer = try await server.post(
                                    "/v1/jobs",
                                    #"{"photo_id":"\#(photo)","styles":["front-casual"]}"#,
                                    token: token, person: "81f3",
                                    headers: ["idempotency-key": "\(number)"])
                                #expect(answer.status == 503)
                                #expect(try answer.problem == "queue")
                                #expect(began.duration(to: .now) < .seconds(10))
                            }
                        }
                        try await group.waitForAll()
                    }
                    let ready = try await server.send("GET", "/readyz", at: server.admin)
                    #expect(ready.status == 503)
                    #expect(try ready.json["problems"] as? [String] == ["queue"])
                    holder.kill()
                    _ = try await holder.waitForExit()
                }
                _ = try await server.queueOne(token: token)
            }
        }
    }

    /// Lets another process hold the lock for as long as `body` runs.
    private func holding(
        _ sandbox: Sandbox, _ body: (RunningProgram) async throws -> Void
    ) async throws {
        let arguments = [
            "--no-fork", "\(sandbox.home)/queue.lock", "sh", "-c", "echo held; exec sleep 600",
        ]
        try await Program(path: "/usr/bin/flock").withRunning(arguments) { holder in
            _ = try await holder.waitForOutput("held")
            try await body(holder)
        }
    }
}
