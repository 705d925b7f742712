import Foundation
import TestSupport
import Testing

/// A worker is killed with SIGKILL in each phase of a job, and another one goes on.
@Suite(.timeLimit(.minutes(10)))
struct KillTests {
    @Test func `killed while preparing, the job is done by the next worker`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await killWhilePreparing(sandbox)
            #expect(try await sandbox.drain() == 0)
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            #expect(job.attempts == 1)
            #expect(job.workerDeaths == 1)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a job that three workers died over is done by the fourth`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            for _ in 1...3 { try await killWhilePreparing(sandbox) }
            // It waits for the job, though that is not due yet and it was not told to wait.
            #expect(try await sandbox.drain() == 0)
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            #expect(job.attempts == 1)
            #expect(job.workerDeaths == 3)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `killed while uploading, the job is uncertain and never sent again`()
        async throws
    {
        let server = try ScriptedServer([.read(1), .awaitClose])
        try await Sandbox.with(asking: server.url, model: Sandbox.model) { sandbox in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await server.wait(forSteps: 1)
                try await kill(worker)
            }
            try await expectUncertain(id, sandbox)
            #expect(server.log.count == 1)
        }
    }

    @Test(arguments: ["gemini", "openai"])
    func `killed while the model works, the job is uncertain and never sent again`(
        _ provider: String
    ) async throws {
        try await Sandbox.withBothKeys(rule: #"{"answer":"hold"}"#) { sandbox, emulator in
            let id = try await sandbox.submit(["--provider", provider, sandbox.photo()])[0]
            try await sandbox.running(["worker"]) { worker in
                try await sandbox.running(["watch", id]) { watch in
                    _ = try await watch.waitForOutput("running: the model works")
                }
                // What was sent may still be on its way.
                try await emulator.waitForRequests(atLeast: 1)
                try await kill(worker)
            }
            try await emulator.setScenario(#"{"rules":[]}"#)
            try await expectUncertain(id, sandbox)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `killed while saving, the headshot is saved without another request`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                // The answer can be spooled, and what it means cannot be written.
                let lock = try QueueLock(home: sandbox.home)
                let spool = try FolderWatch("\(sandbox.home)/spool")
                try await emulator.release()
                try await spool.waitForFile(endingWith: ".answer")
                try await kill(worker)
                _ = consume lock
            }
            // The next worker could reach nobody.
            let server = try ScriptedServer()
            var offline = sandbox
            offline.variables["GOOGLE_GEMINI_BASE_URL"] = server.url
            #expect(try await offline.drain() == 0)
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            #expect(job.charges.map(\.state) == ["paid"])
            #expect(server.log.isEmpty)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `killed again and again, a worker loses no job and pays none twice`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var jobs: [String] = []
            for seed in 0..<12 {
                jobs += try await sandbox.submit(
                    [sandbox.photo(seed: seed), "--person", "person-\(seed)"])
            }
            for requests in [1, 3, 4, 6, 8] {
                try await sandbox.running(["worker", "--concurrency", "3"]) { worker in
                    try await emulator.waitForRequests(atLeast: requests)
                    try await kill(worker)
                }
            }
            _ = try await sandbox.drain()
            var uncertain = 0
            for id in jobs {
                let job = try await sandbox.job(id)
                // Only a request that was on its way has no known end.
                #expect(
                    job.state == (job.charges.first?.state == "unknown" ? "uncertain" : "succeeded")
                )
                #expect(job.charges.count == 1)
                if job.state == "uncertain" { uncertain += 1 }
            }
            // Each kill can hit no more requests than ran at once.
            #expect(uncertain <= 15)
            try await expectNoneTwice(emulator)
        }
    }

    /// Starts a worker and kills it when it has claimed the job and cannot read the photo yet.
    private func killWhilePreparing(_ sandbox: Sandbox) async throws {
        let folder = "\(sandbox.home)/photos"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let lease = try FileLease("\(folder)/\(try #require(names.first))")
        try await sandbox.running(["worker", "--log-level", "debug"]) { worker in
            _ = try await worker.waitForErrors("job claimed")
            try await kill(worker)
        }
        _ = consume lease
    }

    private func kill(_ worker: RunningProgram) async throws {
        worker.kill()
        let result = try await worker.result()
        #expect(result.exit == .signal(SIGKILL), "\(result.errors)")
    }

    private func expectUncertain(_ id: String, _ sandbox: Sandbox) async throws {
        for _ in 1...2 { #expect(try await sandbox.drain() == 0) }
        let job = try await sandbox.job(id)
        #expect(job.state == "uncertain")
        #expect(job.reason == "worker_died")
        #expect(job.charges.map(\.state) == ["unknown"])
    }
}

/// Expects that no photo was sent twice with the same prompt.
func expectNoneTwice(_ emulator: EmulatorProcess) async throws {
    let requests = try await emulator.ledger().map { "\($0.photo ?? "") \($0.prompt ?? "")" }
    #expect(Set(requests).count == requests.count)
}
