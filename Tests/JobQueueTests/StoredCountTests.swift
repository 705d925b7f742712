import Foundation
import Ground
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// Rows with counts and times that no program of ours wrote.
@Suite(.timeLimit(.minutes(1)))
struct StoredCountTests {
    @Test func `counts at the end of their type end neither a job nor its gate`() async throws {
        let changes: [GateChange] = [
            .serverError(detail: nil), .unknownOutcome(detail: nil), .unreachable(detail: nil),
            .answered,
        ]
        for change in changes {
            try await TestQueue.inFile { queue in
                let end = JobEnd.failed(reason: .serverError, detail: nil)
                try await queue.submit()
                try await queue.run(to: end, .free, gate: .serverError(detail: nil))
                try tamper(
                    withQueueOf: queue.folder,
                    """
                    UPDATE gate SET failures = \(Int64.max), costly_failures = \(Int64.max),
                        allowed = \(Int64.max), opens_at = 0
                    """)
                try await queue.submit()
                try await queue.run(to: end, .free, gate: change)
                #expect(try await queue.gate().failures <= Int.counts.upperBound + 1)
            }
        }
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            try tamper(withQueueOf: queue.folder, "UPDATE job SET crashes = \(Int64.max)")
            let claim = try await queue.take()
            let end = Settlement(job: .setBack(detail: "killed"))
            try await queue.store.settle(claim, end, now: queue.now)
            #expect(try await queue.job(id).waitReason == .interrupted)
        }
    }

    @Test func `a streak goes on from counts at the end of their type`() async throws {
        try await TestQueue.inFile { queue in
            try tamper(
                withQueueOf: queue.folder,
                """
                INSERT INTO streak (space, person, count, last_done, last_day, zone, total_days, best,
                    freezes_used)
                VALUES ('', 'anna', \(Int64.max), 0, '2026-11-20', 'GMT', \(Int64.max),
                    \(Int64.max), \(Int64.max))
                """)
            let streak = try await queue.store.read { tx in try JobStore.streak(of: .anna, tx) }
            for count in [streak.count, streak.totalDays, streak.best, streak.freezesUsed] {
                #expect(count == Int.counts.upperBound)
            }
        }
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775807", "9223372036854775808"])
    func `a lost streak has counts and a time, whatever its row says`(number: String) throws {
        let row = """
            {"count":\(number),"lastDone":\(number),"lastDay":"2026-11-20","freezesUsed":\(number)}
            """
        let lost = try JSONDecoder().decode(Streak.Lost.self, from: Data(row.utf8))
        #expect(Int.counts.contains(lost.count))
        #expect(Int.counts.contains(lost.freezesUsed))
        #expect(Date.storable.contains(lost.lastDone))
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775807", "9223372036854775808"])
    func `how long something took is a count, whatever its row says`(number: String) throws {
        let took = try JSONDecoder().decode(Milliseconds.self, from: Data(number.utf8))
        #expect(Int.counts.contains(took.count))
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775808"])
    func `the photos of a moment are a count, whatever its row says`(number: String) throws {
        let row =
            #"{"photos":\#(number),"zone":"GMT","answer":{"isOfPool":false,"#
            + #""reading":"light","text":""}}"#
        let said = try JSONDecoder().decode(Moment.Said.self, from: Data(row.utf8))
        #expect(Int.counts.contains(said.photos))
    }

    @Test(arguments: [Int64.max, .min])
    func `a time at the end of its type is the nearest that can be told`(milliseconds: Int64) {
        let moment = Date(milliseconds: milliseconds)
        #expect(Date.storable.contains(moment))
        #expect(moment.milliseconds.signum() == milliseconds.signum())
    }
}
