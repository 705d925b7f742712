import Foundation
import TestSupport
import Testing

/// The N-th sync or write fails, and so do all after it, for N = 1, 2, 3 and so on: nothing can be put right then.
@Suite(.timeLimit(.minutes(10)))
struct BrokenDiskTests {
    @Test(arguments: [Fault.brokenSync, .fullDisk])
    func `a disk that refuses even the release of a job is no death over it`(
        fault: Fault
    ) async throws {
        try await fault.lasting.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let id = try #require(try await sandbox.run(sandbox.submission()).printedIDs.first)
                // Each time, the job is left in the hand of a worker that ended in order.
                var isHit = false
                for _ in 1...2 {
                    let drain = try await sandbox.run(["drain"], under: fault)
                    isHit = drain.isHit
                    // From the charge on, an answer is at stake, and other tests are about that.
                    guard try await sandbox.job(id).charges.isEmpty else { return false }
                    #expect(drain.result.exit == .status(74), "\(fault)")
                }
                #expect(try await sandbox.drain() == 0, "\(fault)")
                let job = try await sandbox.job(id)
                #expect(job.state == "succeeded", "\(fault)")
                #expect(job.workerDeaths == 0, "\(fault)")
                #expect(try await emulator.ledger().count == 1)
                return isHit
            }
        }
    }
}
