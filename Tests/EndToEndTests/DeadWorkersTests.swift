import Foundation
import TestSupport
import Testing

/// Workers that die again and again just after their start, as under a supervisor that restarts them at once.
@Suite(.timeLimit(.minutes(10)))
struct DeadWorkersTests {
    @Test func `forty jobs survive thirty workers that are killed within their first second`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var jobs: [String] = []
            for person in 0..<4 {
                let photos = try (0..<10).map { try sandbox.photo(seed: person * 10 + $0) }
                jobs += try await sandbox.submit(photos + ["--person", "person-\(person)"])
            }
            var dice = SplitMix64(state: 1)
            for _ in 1...30 {
                let life = Double.random(in: 0.1...1, using: &dice)
                let worker = try await sandbox.shell(
                    "exec timeout --foreground --signal=KILL \(life) \"$headshot\" worker --concurrency 8"
                )
                // Timeout's own status, once it has killed the worker.
                #expect(worker.exit == .status(128 + SIGKILL))
            }
            #expect(try await sandbox.drain() == 0)

            let ended = try await sandbox.jobs()
            #expect(ended.count == 40)
            let asked = try await emulator.ledger().compactMap {
                $0.requestID?.prefix { $0 != "-" }
            }
            for job in ended {
                let charges = try await sandbox.job(job.id).charges.map(\.state)
                // A kill may hit a request that is on its way; nothing else ends a job.
                #expect(job.state == (charges == ["unknown"] ? "uncertain" : "succeeded"))
                #expect(charges.count == 1)
            }
            #expect(Set(asked).count == asked.count)
            try await sandbox.expectPromises(printed: jobs, emulator)
        }
    }
}
