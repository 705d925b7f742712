import Foundation
import Glibc
import TestSupport
import Testing

/// A home that is replaced, restored or removed beside running programs.
@Suite(.timeLimit(.minutes(10)))
struct ReplacedHomeTests {
    /// What happens to a home, by its path.
    ///
    /// Programs that notice it remove their own files while the home is removed.
    static let harms = [
        "cp -a $1 $1.c; until rm -rf $1; do :; done; mv $1.c $1",
        "until rm -rf $1; do :; done; mkdir -m 700 $1", "mv $1 $1.c",
        "cp -a $1/queue.sqlite $1/c; mv $1/c $1/queue.sqlite", "rm $1/queue.sqlite-wal",
    ]

    @Test(arguments: harms)
    func `a server whose home was replaced ends, and another one goes on`(
        harm: String
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let token = try await sandbox.addSpace("shop")
            let beside = try sandbox.withHome("beside")
            let token2 = try await beside.addSpace("shop")
            try await ServerProcess.with(beside) { innocent in
                try await ServerProcess.with(sandbox) { server in
                    _ = try await server.queueOne(token: token)
                    try await run(harm, sandbox.home)
                    let result = try await server.program.result()
                    #expect(result.exit == .status(74))
                    #expect(result.errors.contains("was replaced or removed"), "\(result.errors)")
                }
                _ = try await innocent.queueOne(token: token2)
                let ready = try await innocent.send("GET", "/readyz", at: innocent.admin)
                #expect(ready.status == 200)
            }
        }
    }

    @Test(arguments: harms)
    func `an idle worker whose home was replaced ends`(harm: String) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                _ = try await worker.waitForErrors("succeeded")
                try await run(harm, sandbox.home)
                let result = try await worker.result()
                #expect(result.exit == .status(74))
                #expect(result.errors.contains("was replaced or removed"), "\(result.errors)")
            }
            #expect(try await emulator.ledger().count == 1)
            #expect(!id.isEmpty)
        }
    }

    @Test func `a worker pays for nothing more in a home that was replaced by its copy`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            var jobs: [String] = []
            for seed in 0..<3 { jobs += try await sandbox.submit([sandbox.photo(seed: seed)]) }
            try await sandbox.running(["worker", "--concurrency", "1"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                // With the charge of the request that is under way.
                try await run(Self.harms[0], sandbox.home)
                try await emulator.release()
                #expect(try await worker.waitForExit() == .status(74))
            }
            try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
            #expect(try await sandbox.drain() == 0)
            let asked = try await emulator.ledger().compactMap {
                $0.requestID?.prefix { $0 != "-" }
            }
            #expect(Set(asked).count == 3)
            #expect(asked.count == 3)
            // Its answer was kept in the home that was there by then.
            for job in jobs { #expect(try await sandbox.job(job).state == "succeeded") }
        }
    }

    @Test func `a running job survives the removal of its worker's lock file`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                for _ in 0..<3 {
                    try await run("rm -f $1/workers/*.lock", sandbox.home)
                    // Each takes back the jobs of dead workers first.
                    #expect(try await sandbox.run("list").exit == .status(0))
                    let status = try await sandbox.run("status").output
                    #expect(status.contains(/\nworker +.+: does 1 job\n/), "\(status)")
                    #expect(try await sandbox.job(id).state == "running")
                }
                // One that looks all the time.
                try await sandbox.running(["worker"]) { other in
                    _ = try await other.waitForErrors("started")
                    try await run("rm -f $1/workers/*.lock", sandbox.home)
                    let beside = try await sandbox.submit([sandbox.photo(seed: 7)])
                    try await emulator.waitForRequests(atLeast: 2)
                    #expect(try await sandbox.job(id).state == "running")
                    try await emulator.release()
                    _ = try await worker.waitForErrors("succeeded")
                    other.send(SIGTERM)
                    #expect(try await other.waitForExit() == .status(0))
                    #expect(beside.count == 1)
                }
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            for job in try await sandbox.jobs() {
                #expect(job.state == "succeeded", "\(job)")
                #expect(try await sandbox.job(job.id).workerDeaths == 0)
            }
            #expect(try await emulator.ledger().count == 2)
        }
    }

    private func run(_ harm: String, _ home: String) async throws {
        let result = try await Program(path: "/bin/sh").run(["-euc", harm, "sh", home])
        #expect(result.exit == .status(0), "\(result)")
    }
}

extension Sandbox {
    /// The same with another home.
    fileprivate func withHome(_ name: String) throws -> Sandbox {
        var other = self
        other.variables["HEADSHOT_HOME"] = "\(folder)/\(name)"
        return other
    }
}
