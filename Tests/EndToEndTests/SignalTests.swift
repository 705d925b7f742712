import Foundation
import TestSupport
import Testing

/// How a worker is stopped.
@Suite(.timeLimit(.minutes(10)))
struct SignalTests {
    @Test(arguments: [(SIGTERM, 0), (SIGINT, 130), (SIGHUP, 0)] as [(Int32, Int32)])
    func `the first signal lets the running request end`(
        signal: Int32, status: Int32
    ) async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            for _ in 1...2 { _ = try await sandbox.submitOne() }
            try await sandbox.running(["worker", "--concurrency", "1"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                worker.send(signal)
                _ = try await worker.waitForErrors("stopping")
                try await emulator.release()
                #expect(try await worker.waitForExit() == .status(status))
            }
            // Whichever was prepared first was sent.
            let states = try await sandbox.jobs().map(\.state).sorted()
            #expect(states == ["succeeded", "waiting"])
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a worker that nohup started outlives its terminal`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let jobs = [try await sandbox.submitOne(), try await sandbox.submitOne()]
            let worker = try Program.built("headshot").path
            try await Program(path: "/usr/bin/nohup").withRunning(
                [worker, "worker", "--concurrency", "1", "--log-level", "debug"],
                environment: sandbox.variables, folder: sandbox.folder
            ) { worker in
                for job in jobs.indices {
                    // Of a worker that has ended, no further request comes.
                    _ = try await worker.waitForErrors("request charged", times: job + 1)
                    try await emulator.waitForRequests(atLeast: job + 1)
                    worker.send(SIGHUP)
                    try await emulator.release()
                }
                #expect(try await sandbox.run(["watch"] + jobs).exit == .status(0))
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
        }
    }

    @Test func `the second signal aborts the request, whose outcome is then unknown`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                worker.send(SIGTERM)
                _ = try await worker.waitForErrors("stopping")
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            let job = try await sandbox.job(id)
            #expect(job.state == "uncertain")
            // And not "deadline".
            #expect(job.reason == "cancelled")
            #expect(job.charges.map(\.state) == ["unknown"])
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 1)
        }
    }
}
