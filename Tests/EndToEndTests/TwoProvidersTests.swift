import Foundation
import TestSupport
import Testing

/// A worker with two providers, one of which fails.
@Suite(.timeLimit(.minutes(10)))
struct TwoProvidersTests {
    @Test func `a provider that sends no list of models holds up none of the other's jobs`()
        async throws
    {
        let silent = try ScriptedServer([.readRequest, .awaitClose])
        try await Sandbox.withBothKeys { both, emulator in
            var sandbox = both
            sandbox.variables["OPENAI_BASE_URL"] = "\(silent.url)/v1"
            let stuck = try await sandbox.submitToOpenAI()
            try await sandbox.running(["worker"]) { worker in
                try await silent.wait(forSteps: 1)
                let usual = try await sandbox.submit([sandbox.photo(seed: 1)])[0]
                _ = try await sandbox.run("watch", usual)
                #expect(try await sandbox.job(usual).state == "succeeded")
                // It still waits for the list; nothing gave up meanwhile.
                #expect(try await sandbox.job(stuck).state == "running")
                worker.kill()
                _ = try await worker.result()
            }
            #expect(try await emulator.ledger().map(\.charged) == [.yes])
        }
    }

    @Test func `a provider's closed gate holds up none of the other's jobs`() async throws {
        let rule = #"{"answer":"429-per-minute","when":{"request":1}},{"answer":"instant"}"#
        try await Sandbox.withBothKeys(rule: rule) { sandbox, emulator in
            var openai: [String] = []
            for seed in 0..<3 {
                openai += try await sandbox.submit([
                    "--provider", "openai", sandbox.photo(seed: seed),
                ])
            }
            try await sandbox.running(["worker", "--concurrency", "1"]) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                let usual = try await sandbox.submit([sandbox.photo(seed: 7)])[0]
                _ = try await sandbox.run("watch", usual)
                #expect(try await sandbox.job(usual).state == "succeeded")
                for job in openai { #expect(try await sandbox.job(job).state != "succeeded") }
            }
            let gate = try await sandbox.run("gate")
            #expect(gate.output.contains("openai"))
            #expect(try await emulator.ledger().map(\.status) == [429, 200])
        }
    }
}
