import Foundation
import TestSupport
import Testing

/// Many processes on one queue.
@Suite(.timeLimit(.minutes(10)))
struct CrowdTests {
    @Test func `four workers and 48 submitters lose none, make none twice, and keep the cap`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let cap = ["--daily-cap", "5"]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 {
                    group.addTask {
                        try await sandbox.running(["worker"] + cap) { worker in
                            try await emulator.waitForRequests(atLeast: 40)
                            worker.send(SIGTERM)
                            #expect(try await worker.waitForExit() == .status(0))
                        }
                    }
                }
                for submitter in 0..<48 {
                    group.addTask {
                        // Each person has six photos, of which the cap lets five through.
                        let photo = try sandbox.photo(seed: submitter)
                        let person = ["--person", "person-\(submitter % 8)"]
                        #expect(try await sandbox.submit([photo] + person).count == 1)
                    }
                }
                try await group.waitForAll()
            }
            // What a stopping worker left is done here; what the cap holds back stays.
            #expect(try await sandbox.drain("--daily-cap", "5") == 75)

            let jobs = try await sandbox.jobs()
            #expect(jobs.count == 48)
            for person in 0..<8 {
                let own = jobs.filter { $0.person == "person-\(person)" }
                #expect(own.count { $0.state == "succeeded" } == 5)
                #expect(own.count { $0.reason == "daily_cap" } == 1)
            }
            #expect(try await emulator.ledger().count == 40)
            try await expectNoneTwice(emulator)
            let results = try FileManager.default.contentsOfDirectory(atPath: sandbox.results)
            #expect(results.count == 80)
        }
    }
}
