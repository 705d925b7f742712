import Foundation
import TestSupport
import Testing

/// The built program when its clock is set back, and when the machine sleeps.
@Suite(.timeLimit(.minutes(10)))
struct ClockTests {
    @Test func `a request outlasts a clock that is set back, and a cooldown is no longer for it`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let clock = try ClockInHand(in: sandbox)
            let first = try await sandbox.submitOne()
            try await clock.running(["worker"], in: sandbox) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                try clock.set(ahead: -3600)
                try await emulator.release()
                _ = try await worker.waitForErrors(
                    "job.id=\(first) job.provider=gemini job.reason=succeeded")

                try await emulator.setScenario(#"{"rules":[{"answer":"429-bare","times":1}]}"#)
                // Queued an hour ahead of the worker's clock.
                let second = try #require(try await sandbox.submit([sandbox.photo(seed: 1)]).first)
                try clock.set(ahead: 0)
                _ = try await worker.waitForErrors("the gate is closed")
                let threeDays = 3 * 86_400
                try clock.set(ahead: -threeDays)
                let opens = Date() + Double(300 - threeDays)
                let day = opens.formatted(.iso8601.year().month().day())
                _ = try await worker.waitForErrors("gate.until=\(day)")
                try clock.set(ahead: 301 - threeDays)
                _ = try await worker.waitForErrors(
                    "job.id=\(second) job.provider=gemini job.reason=succeeded")
            }
            #expect(try await emulator.ledger().map(\.charged) == [.yes, .no, .yes])
        }
    }

    @Test func `a request that the machine slept through is not sent again`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker", "--request-timeout", "2"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                worker.send(SIGSTOP)
                // Nobody takes a job from a worker that may wake up.
                #expect(try await sandbox.drain() == 0)
                try await emulator.release()
                // A later request that runs into the same deadline shows that the first one's has passed.
                try await emulator.setScenario(#"{"rules":[{"answer":"hang"}]}"#)
                _ = try await sandbox.submit([sandbox.photo(seed: 1)])
                #expect(try await sandbox.drain("--request-timeout", "2") == 1)
                worker.send(SIGCONT)
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            #expect(try await sandbox.drain() == 0)
            // The answer came in time, and was not read in time.
            #expect(try await sandbox.job(id).state == "uncertain")
            #expect(try await sandbox.job(id).reason == "deadline")
            #expect(try await emulator.ledger().count == 2)
        }
    }
}
